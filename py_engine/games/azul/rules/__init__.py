"""State, actions and events, lookup tables, drafting and scoring over a batch, a position in text."""
