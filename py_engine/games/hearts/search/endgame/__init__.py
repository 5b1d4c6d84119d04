"""Exact values when few cards are left."""
