"""Shared by the laboratory commands of all games: parallel map, ledger, matches, statistics, tables and plots."""
