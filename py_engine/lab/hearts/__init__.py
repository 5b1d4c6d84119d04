"""Hearts' laboratory: matches over duplicate deals, weights of the greedy players."""
