"""Evaluators: expectimax search over draws, exact endgames, one-ply values, the heuristic, and the policies."""
