"""The value table: its solver and file format; exact distributions of the final score; grades."""
