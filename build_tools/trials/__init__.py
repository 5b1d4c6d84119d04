"""Open-ended tests of the engine: fuzzing, and soak tests with hours of play."""
