"""Cheap move choosers (random, greedy, mixed, the heuristic score), and rollouts by them."""
