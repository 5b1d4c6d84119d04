"""The answers that a log does not hold, inferred from what follows each question."""
