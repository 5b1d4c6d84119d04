"""Reads a replay file into its decisions, each with the position at that moment."""
