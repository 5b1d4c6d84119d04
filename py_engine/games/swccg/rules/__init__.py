"""The table as a log shows it, decisions and their legal answers, the state that crosses the bridge, a decision in text."""
