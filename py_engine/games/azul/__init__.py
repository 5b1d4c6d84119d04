"""Azul: the base game for two players."""
