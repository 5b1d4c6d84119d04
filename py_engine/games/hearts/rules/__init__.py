"""State and actions, the rules of a hand over a batch, a position in text."""
