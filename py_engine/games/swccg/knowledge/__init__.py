"""What recorded games hold: the reader, and the answers inferred from what follows; the grades."""
