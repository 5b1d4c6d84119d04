"""What lines are expected to score, learnt and by definition."""
