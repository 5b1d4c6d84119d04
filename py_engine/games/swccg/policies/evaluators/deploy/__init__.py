"""What a card to deploy is worth, and where."""
