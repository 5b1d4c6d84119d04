"""The rules: state, actions and events, lookup tables, drafting and scoring over batches, positions as text."""
