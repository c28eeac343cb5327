"""The phone pages and the JSON API."""
