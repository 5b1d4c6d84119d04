"""Cheap move choosers, and the additive heuristic."""
