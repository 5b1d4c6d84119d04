"""Feedback in sentences, luck and skill, forecasts, and practice positions."""
