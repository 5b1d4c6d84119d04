"""Notes on results that several games share."""

from __future__ import annotations

__all__ = ["POLICY_VALUES"]

POLICY_VALUES = "Values are this policy's own scores, not what moves are worth."
"""Note on the values of a policy, which scores moves only for its own choice."""
