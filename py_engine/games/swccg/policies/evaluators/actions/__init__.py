"""What an action is worth, from the server's words for it."""
