"""Evaluates deployments: which card, and where."""
