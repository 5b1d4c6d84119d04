"""Fast policies over a batch of positions."""
