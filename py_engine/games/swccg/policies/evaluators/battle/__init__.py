"""Evaluates battles: whether to start one, and where."""
