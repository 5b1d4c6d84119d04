"""Azul's laboratory: training of the learnt values, matches, and the search's error."""
