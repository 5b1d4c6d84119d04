"""State and actions, tables of dice, the rules over a batch, a position in text."""
