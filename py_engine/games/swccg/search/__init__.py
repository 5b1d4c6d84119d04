"""The evaluations that the bridge asks for."""
