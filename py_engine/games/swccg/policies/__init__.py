"""Weights, the action evaluators that score answers with them, and two baselines."""
