"""Whether to move, and where to."""
