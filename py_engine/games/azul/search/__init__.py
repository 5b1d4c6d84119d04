"""Evaluators: best-first minimax with exact proofs, flat Monte Carlo, alpha-beta, baselines."""
