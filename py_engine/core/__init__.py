"""The game-independent core that all games are built on."""
