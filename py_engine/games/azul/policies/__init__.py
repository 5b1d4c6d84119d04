"""Cheap policies (random, greedy, mixed, the heuristic score), and rollouts with them."""
