"""Whether what the coach of Hearts says is true: frozen moves, their true losses, and the grades that they get."""
