"""Whether to start a battle, and where."""
