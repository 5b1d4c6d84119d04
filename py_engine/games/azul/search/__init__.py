"""Evaluators: best-first minimax with proofs, rollouts, alpha-beta, baselines."""
