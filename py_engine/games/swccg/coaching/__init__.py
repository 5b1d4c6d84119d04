"""Feedback in sentences, the review of a whole replay, and the game's queries."""
