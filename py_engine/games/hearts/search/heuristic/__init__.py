"""A static evaluation that adds up rules of thumb."""
