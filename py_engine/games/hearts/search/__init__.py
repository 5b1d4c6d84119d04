"""Evaluators: Monte Carlo search over determinizations, exact endgames, rules of thumb and single policies."""
