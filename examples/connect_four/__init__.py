"""Connect Four, as an example of a whole game."""
