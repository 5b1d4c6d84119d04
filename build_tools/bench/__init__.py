"""Measures speed and size, natively and in Chromium."""
