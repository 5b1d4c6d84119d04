"""Scandinavian Yatzy: fifteen categories, solved."""
