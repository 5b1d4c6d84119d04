"""The value table: its solver and its file, and distributions of the final score."""
