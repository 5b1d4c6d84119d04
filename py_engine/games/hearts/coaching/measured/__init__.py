"""The measured difference between two moves in words."""
