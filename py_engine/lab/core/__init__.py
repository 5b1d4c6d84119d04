"""What the commands of all games share: parallel map, ledger, matches, statistics, tables and plots."""
