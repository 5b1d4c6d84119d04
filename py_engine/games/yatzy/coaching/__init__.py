"""Feedback in sentences, luck and skill, queries, and practice positions."""
