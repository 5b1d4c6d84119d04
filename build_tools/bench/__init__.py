"""Benchmarks of speed and size, natively and in Chromium."""
