"""Hindsight's engine: rules, evaluators and the JSON bridge. Needs numpy and pydantic, nothing else."""

__version__ = "0.1.0"
