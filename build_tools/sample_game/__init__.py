"""The small sample game of SWCCG that the page offers: told card by card, written as the server would have logged it.

Nobody played it, and no log of a real game went into it. The rules are followed as far as the story needs them.
"""
