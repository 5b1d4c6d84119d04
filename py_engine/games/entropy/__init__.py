"""Entropy: Order slides, Chaos places; palindromes score."""
