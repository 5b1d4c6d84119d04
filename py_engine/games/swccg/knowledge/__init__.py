"""The reader of recorded games, the inference of their answers, and the grades."""
