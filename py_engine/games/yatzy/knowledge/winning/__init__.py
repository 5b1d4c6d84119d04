"""The chance to be first: payoffs of final scores, and the best response to them."""
