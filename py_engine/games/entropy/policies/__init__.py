"""Fast policies over a batch of positions, and the additive heuristic."""
