"""Moves compared by playouts in sampled worlds (determinizations): the main search, its lookahead, and plain PIMC."""
