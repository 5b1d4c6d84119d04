"""Hearts: four players, hidden cards; take no points, or all of them."""
