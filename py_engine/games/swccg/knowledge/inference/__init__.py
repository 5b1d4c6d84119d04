"""Infers the answers, which a log does not contain, from the events after each decision."""
