"""Sentences of feedback, luck and skill, positions to practise."""
