"""Rules of thumb whose parts add up, as an evaluator."""
