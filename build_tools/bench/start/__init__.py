"""How long people wait for the engine: at a first visit, at later ones, after a crash, and for the first game."""
