"""The eye above the table: frames in, board readings out."""
