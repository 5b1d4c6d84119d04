"""Rules on single cards, as data: schema-checked TOML files, and what reads and applies them."""
