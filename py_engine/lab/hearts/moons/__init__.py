"""Moons in Hearts: a baseline that shoots, its recorded games, and the models that are fitted to them."""
