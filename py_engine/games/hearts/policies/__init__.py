"""Greedy policies for playing, passing, shooting the moon and stopping it, and the playouts built on them."""
