"""The greedy players: a card, three cards to pass, shooting the moon and stopping it, playouts."""
