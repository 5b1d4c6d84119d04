"""What every answer of a host says besides the file: read from ``web/headers.json`` and from the page's own policy."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from build_tools.paths import WEB
from build_tools.process import ToolError

__all__ = ["FOR_EVER", "Headers", "load", "of_site", "policy_of"]

SOURCE = WEB / "headers.json"

FOR_EVER = re.compile(r"^(assets|runtime/[^/]+)/[^/]+$")
"""Paths, below the site's own, that carry a content hash."""


@dataclass(frozen=True)
class Headers:
    """The headers of all hosts.

    Attributes:
        every: Of every answer, the Content-Security-Policy among them.
        hashed: Cache-Control of files whose path carries a content hash.
        other: Cache-Control of all others.
        types: Content types by the ends of names, without the dot.
    """

    every: Mapping[str, str]
    hashed: str
    other: str
    types: Mapping[str, str]


def policy_of(html: str) -> str:
    """The Content-Security-Policy that the page itself names.

    Raises:
        ToolError: It names none.
    """
    found = re.search(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"', html)
    if found is None:
        raise ToolError("The page names no Content-Security-Policy.")
    return unescape(found[1])


def load(html: str) -> Headers:
    """The headers for a page: its policy, with what browsers heed in headers only.

    Args:
        html: The page, which names its policy.
    """
    source: dict[str, Any] = json.loads(SOURCE.read_text(encoding="utf-8"))
    policy = f"{policy_of(html)}; {source['policyInHeadersOnly']}"
    caching = source["caching"]
    every = {"Content-Security-Policy": policy, **source["every"]}
    return Headers(every, caching["hashed"], caching["other"], source["types"])


def of_site(folder: Path) -> Headers:
    """The headers for a built site."""
    return load((folder / "index.html").read_text(encoding="utf-8"))
