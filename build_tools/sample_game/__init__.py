"""Generates the small sample game of SWCCG that the page offers, in the server's log format.

It was never played, and nothing in it comes from the log of a real game. The rules are implemented as far as its script needs them.
"""
