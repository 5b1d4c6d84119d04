"""Whether what Entropy's coach says is true: frozen moves, their true losses, and the grades that they get."""
