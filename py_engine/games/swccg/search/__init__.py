"""The evaluations that the bridge asks for: the coach's scores, and the baselines' picks."""
