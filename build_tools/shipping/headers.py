"""The HTTP headers of the site, from ``web/headers.json`` and the Content-Security-Policy in the page."""

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
"""Paths, relative to the site's, that contain a content hash."""


@dataclass(frozen=True)
class Headers:
    """The headers, for all hosts.

    Attributes:
        every: Headers of every response, including the Content-Security-Policy.
        hashed: Cache-Control of files whose path contains a content hash.
        other: Cache-Control of all other files.
        types: Content types by file extension, without the dot.
    """

    every: Mapping[str, str]
    hashed: str
    other: str
    types: Mapping[str, str]


def policy_of(html: str) -> str:
    """The Content-Security-Policy in the page.

    Raises:
        ToolError: It has none.
    """
    found = re.search(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"', html)
    if found is None:
        raise ToolError("The page has no Content-Security-Policy.")
    return unescape(found[1])


def load(html: str) -> Headers:
    """The headers for a page; directives that browsers accept only in headers are added to its policy.

    Args:
        html: The page, with its policy.
    """
    source: dict[str, Any] = json.loads(SOURCE.read_text(encoding="utf-8"))
    policy = f"{policy_of(html)}; {source['policyInHeadersOnly']}"
    caching = source["caching"]
    every = {"Content-Security-Policy": policy, **source["every"]}
    return Headers(every, caching["hashed"], caching["other"], source["types"])


def of_site(folder: Path) -> Headers:
    """The headers for a built site."""
    return load((folder / "index.html").read_text(encoding="utf-8"))
