"""The game's registered evaluators: the coach's scores, and the baselines' picks."""
