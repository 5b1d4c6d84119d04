"""State and actions, the rules of a hand over a batch, and positions as text."""
