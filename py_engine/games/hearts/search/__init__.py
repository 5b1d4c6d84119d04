"""Evaluators: plans in sampled deals, passes, rules of thumb, exact endgames."""
