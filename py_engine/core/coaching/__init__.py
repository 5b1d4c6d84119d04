"""Coaching shared by several games: luck and skill, positions to practise, states in query arguments."""
