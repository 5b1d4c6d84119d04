"""Moves compared with each other."""
