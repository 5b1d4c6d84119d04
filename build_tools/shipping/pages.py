"""The HTML frame of the site's static pages."""

from __future__ import annotations

from html import escape

__all__ = ["framed"]


def framed(title: str, policy: str, body: str, links: str = "") -> str:
    """An HTML page.

    Args:
        title: The title, without the site's name.
        policy: The site's Content-Security-Policy.
        body: The content of the body.
        links: Elements for the head that load other files, one per line.
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
