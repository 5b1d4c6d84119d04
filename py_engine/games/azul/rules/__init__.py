"""State and actions, lookup tables, drafting and tiling over a batch, a position in text."""
