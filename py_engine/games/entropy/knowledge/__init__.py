"""Learnt values of lines, their patterns, values of boards as sums over lines, grades."""
