"""Small games to learn from, by ruleset. The shipped site has none of them; see ``docs/adding-a-game.md``."""

GAMES = {"connect_four_v1": "examples.connect_four.game"}
"""Ruleset -> module, as in ``py_engine.games.REGISTRY``."""
