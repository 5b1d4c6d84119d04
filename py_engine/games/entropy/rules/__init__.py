"""State and actions, tables of lines, slides and placements over a batch, a position in text."""
