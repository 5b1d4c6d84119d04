"""Evaluators: expectimax over draws, exact endings, one-ply values, the heuristic."""
