"""The requests of the parity tests."""

from __future__ import annotations

from typing import Any, NamedTuple


class Request(NamedTuple):
    """One call of the bridge.

    Attributes:
        group: The name of its test.
        function: The bridge function, or ``run_job``.
        arguments: Its arguments.
    """

    group: str
    function: str
    arguments: list[Any]
