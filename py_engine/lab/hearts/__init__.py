"""Hearts in the laboratory: matches over duplicate deals, and tuning of the greedy policies' weights."""
