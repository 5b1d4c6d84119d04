"""The board as a log shows it, decisions and their legal answers, the JSON state, and a decision in text."""
