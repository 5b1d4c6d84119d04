"""State and actions, tables of lines, slides and placements over a batch, expected lines, a position in text."""
