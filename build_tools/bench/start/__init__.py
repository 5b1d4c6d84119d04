"""Benchmarks of the waiting times for the engine: first and later visits, after a crash, and for the first game."""
