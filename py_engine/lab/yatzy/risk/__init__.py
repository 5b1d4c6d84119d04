"""Programs about risk: what playing safe or for a record costs and gains."""
