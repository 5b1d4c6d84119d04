"""Which cards to lose, forfeit, target or take."""
