"""What tries the engine for as long as one likes: unexpected input, and games that are played for hours."""
