"""What answers are worth: weights, the evaluators that score with them, and baselines that do not."""
