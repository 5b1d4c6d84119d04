"""Evaluators: the exact one, and the policies as opponents."""
