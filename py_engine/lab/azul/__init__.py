"""Azul's laboratory: learnt values, matches, what the search gets wrong."""
