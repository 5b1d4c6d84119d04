"""Feedback sentences, luck and skill, practice positions, and queries about a hand."""
