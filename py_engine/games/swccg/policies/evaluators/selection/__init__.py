"""Evaluates which cards to lose, forfeit, target or take."""
