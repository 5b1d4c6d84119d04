"""What a seat knows of the hidden cards, and what a hand is worth to it."""
