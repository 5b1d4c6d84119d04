"""What the programs of Yatzy's laboratory have in common: solving, decisions, distributions and games."""
