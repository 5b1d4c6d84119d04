"""Exact endgame search, when few cards are left."""
