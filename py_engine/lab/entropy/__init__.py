"""Entropy's laboratory: line values, heuristic weights, matches, and the search's model error."""
