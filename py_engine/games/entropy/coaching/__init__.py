"""Sentences of feedback, luck and skill, forecasts, positions to practise."""
