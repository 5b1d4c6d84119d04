"""Players of SWCCG that answer decisions of a running game, and the games between them."""
