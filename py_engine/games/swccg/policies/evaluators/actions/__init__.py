"""Evaluates actions and multiple-choice questions from the server's wording."""
