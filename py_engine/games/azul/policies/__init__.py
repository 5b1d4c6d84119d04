"""Cheap move choosers, and the rollouts that they play."""
