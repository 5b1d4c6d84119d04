"""The scoring framework: weights, contributions, and the evaluators that make them."""
