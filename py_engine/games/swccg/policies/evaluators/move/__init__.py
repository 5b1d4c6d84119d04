"""Evaluates moves: whether to move, and where to."""
