"""Programs about single decisions: how close they are, and which are worth practising."""
