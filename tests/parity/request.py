"""What the parity test asks."""

from __future__ import annotations

from typing import Any, NamedTuple


class Request(NamedTuple):
    """One call of the bridge.

    Attributes:
        group: The test that it belongs to.
        function: The bridge function, or ``run_job``.
        arguments: Its arguments.
    """

    group: str
    function: str
    arguments: list[Any]
