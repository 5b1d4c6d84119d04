"""Sentences of feedback, luck and skill, questions, positions to practise."""
