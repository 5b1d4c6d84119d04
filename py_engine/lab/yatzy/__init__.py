"""Yatzy's laboratory: the value tables."""
