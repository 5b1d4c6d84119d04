"""What a seat knows about the hidden cards, and the utility of a hand for it."""
