"""The table as a log shows it, questions and legal answers, the JSON state, a decision in text."""
