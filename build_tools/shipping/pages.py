"""The frame of the site's pages that are written beside the page itself."""

from __future__ import annotations

from html import escape

__all__ = ["framed"]


def framed(title: str, policy: str, body: str, links: str = "") -> str:
    """A page of HTML.

    Args:
        title: What it is, before the site's name.
        policy: The site's Content-Security-Policy.
        body: What is in its body.
        links: The files that it names in its head, a line each.
    """
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=False)}" />
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
<meta name="color-scheme" content="light dark" />
<title>{title} &ndash; Hindsight</title>
{links}</head>
<body>
{body}</body>
</html>
"""
