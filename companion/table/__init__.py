"""One table at play: wheel screens, referee, coach, journal, settings."""
