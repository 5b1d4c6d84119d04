"""Azul, base game for two."""
