"""State and actions, line tables, the batched rules, expected line scores, and positions as text."""
