"""Learned line values, line patterns, board values as sums over lines, and grades."""
