"""Sentences about the values of an answer that several games say."""

from __future__ import annotations

__all__ = ["POLICY_VALUES"]

POLICY_VALUES = "Values are what this policy goes by, not what moves are worth."
"""Of a policy that compares moves for its own choice."""
