"""State and actions, dice tables, the batched rules, and positions as text."""
