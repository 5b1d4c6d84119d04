"""Habits of players: fitted to answers, and what a change of each is worth."""
