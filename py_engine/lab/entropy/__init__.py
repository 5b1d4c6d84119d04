"""Entropy's laboratory: line values, weights, matches, what the search gets wrong."""
