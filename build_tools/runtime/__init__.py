"""The browser's Python: fetched, compiled to bytecode, packed, and listed in a lock file."""
