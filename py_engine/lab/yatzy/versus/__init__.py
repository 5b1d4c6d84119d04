"""Programs about two players."""
