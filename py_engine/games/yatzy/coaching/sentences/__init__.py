"""Sentences on graded moves."""
