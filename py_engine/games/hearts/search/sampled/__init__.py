"""Moves compared in sampled worlds: plans played out, plies of search before playouts, plain Monte Carlo."""
