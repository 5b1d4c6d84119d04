"""Programs about final scores: tables, distributions, simulation, statistics of rows."""
