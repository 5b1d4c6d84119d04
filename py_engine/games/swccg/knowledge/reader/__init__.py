"""From the bytes of a replay to its decisions, each with the position it was asked in."""
