"""Cheap move choosers over a batch."""
