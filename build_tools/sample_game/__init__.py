"""Generates the small sample game of SWCCG that the page offers, in the server's log format.

Nobody played it, and no log of a real game went into it. The rules are implemented as far as its script needs them.
"""
