"""Values between rounds, fitted to differences of pairs of ends of a round."""
