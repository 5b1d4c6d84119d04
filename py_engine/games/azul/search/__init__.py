"""Evaluators: best-first minimax, proofs, rollouts, alpha-beta, baselines."""
