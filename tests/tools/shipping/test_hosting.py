"""Whatever a host is told is what one source says: the file of Netlify and Cloudflare Pages, nginx, Caddy."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from build_tools.paths import WEB
from build_tools.process import ToolError
from build_tools.shipping import headers, hosting

PAGE = (WEB / "index.html").read_text(encoding="utf-8")
SAID = headers.load(PAGE)
RUNTIME = "1.2.3-abc"


def test_the_policy_of_the_header_is_the_pages_and_forbids_frames() -> None:
    policy = SAID.every["Content-Security-Policy"]
    assert policy == f"{headers.policy_of(PAGE)}; frame-ancestors 'none'"
    for part in ("form-action 'none'", "object-src 'none'", "base-uri 'none'", "frame-src 'none'"):
        assert part in policy.split("; ")
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy


def test_a_page_without_a_policy_is_refused() -> None:
    with pytest.raises(ToolError, match="Content-Security-Policy"):
        headers.policy_of("<h1>Hindsight</h1>")


def test_the_page_says_nothing_inline_but_what_its_policy_names() -> None:
    scripts = re.findall(r"<script>(.*?)</script>", PAGE, re.DOTALL)
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts]
    named = re.findall(r"'sha256-[^']+'", SAID.every["Content-Security-Policy"])
    assert hashes == named
    assert len(hashes) == 1


def test_links_may_be_copied_and_nothing_else_is_asked_of_the_device() -> None:
    allowed = dict(part.split("=") for part in SAID.every["Permissions-Policy"].split(", "))
    assert [name for name, value in allowed.items() if value != "()"] == ["clipboard-write"]


def test_paths_with_a_hash_are_kept_for_ever_and_no_others() -> None:
    for path in ("assets/index-1.js", "runtime/1-a/core.wasm"):
        assert headers.FOR_EVER.match(path)
    for path in ("index.html", "runtime/manifest.json", "sw.js", "samples/swccg-sample.xml", "hosting/nginx.conf"):
        assert not headers.FOR_EVER.match(path)


def rules_of(text: str) -> dict[str, dict[str, str]]:
    rules: dict[str, dict[str, str]] = {}
    path = ""
    for line in text.splitlines():
        if line.startswith(" "):
            name, value = line.strip().split(": ", 1)
            assert name not in rules[path]
            rules[path][name] = value
        else:
            path = line
            rules[path] = {}
    return rules


def test_the_headers_file_says_the_same_within_the_limits_of_its_readers() -> None:
    text = hosting.headers_file(SAID, RUNTIME)
    rules = rules_of(text)
    assert rules["/*"] == SAID.every
    hashed = {"Cache-Control": SAID.hashed}
    assert rules == {"/*": rules["/*"], "/assets/*": hashed, f"/runtime/{RUNTIME}/*": hashed}
    # Cloudflare's: 2,000 characters a line, one * a path, and what is said twice of a path is joined with a comma.
    assert max(map(len, text.splitlines())) < 2000
    assert all(path.count("*") == 1 for path in rules)
    assert "Cache-Control" not in rules["/*"]


def test_nginx_says_the_same() -> None:
    text = hosting.nginx(SAID)
    assert dict(re.findall(r'^    add_header (\S+) "(.*)" always;$', text, re.MULTILINE)) == SAID.every
    assert f'default "{SAID.other}";' in text
    assert f'"~/(assets|runtime/[^/]+)/[^/]+$" "{SAID.hashed}";' in text
    block = re.search(r"types \{\n(.*?)\n    \}", text, re.DOTALL)
    assert block
    told = {end: line.split()[0] for line in block[1].splitlines() for end in line.rstrip(";").split()[1:]}
    assert told == {end: kind.split(";")[0] for end, kind in SAID.types.items()}


def test_a_header_of_nginx_is_set_where_no_location_drops_it() -> None:
    text = hosting.nginx(SAID)
    inside = text[text.index("location /") :]
    assert "add_header" not in inside


def test_caddy_says_the_same() -> None:
    text = hosting.caddyfile(SAID)
    assert dict(re.findall(r'^\t\t([A-Z]\S+) "(.*)"$', text, re.MULTILINE)) == SAID.every
    assert f'header @hashed Cache-Control "{SAID.hashed}"' in text
    assert f'header @other Cache-Control "{SAID.other}"' in text
    assert dict(re.findall(r'header @(\w+) Content-Type "(.*)"', text)) == SAID.types


def test_what_is_large_is_compressed() -> None:
    compressed = re.search(r"gzip_types (.*);", hosting.nginx(SAID))
    assert compressed
    assert {"application/wasm", "text/javascript", "application/json"} <= set(compressed[1].split())
    caddy = hosting.caddyfile(SAID)
    assert set(re.findall(r"header Content-Type (\S+)\*", caddy)) == {*compressed[1].split(), "text/html"}


def test_no_value_breaks_the_quotes_of_a_sample() -> None:
    for value in (*SAID.every.values(), SAID.hashed, SAID.other, *SAID.types.values()):
        assert not set(value) & set('"\\$\n{}')


def test_the_page_for_what_is_missing_is_under_the_policy_and_needs_no_other_file() -> None:
    page = hosting.missing_page(headers.policy_of(PAGE))
    assert headers.policy_of(page) == headers.policy_of(PAGE)
    assert not re.search(r"<(script|style|link|img|a)\b| (style|src|href|on\w+)=", page)


def test_the_files_are_written_beside_the_page(tmp_path: Path) -> None:
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime" / "manifest.json").write_text(json.dumps({"path": RUNTIME}))
    (tmp_path / "index.html").write_text(PAGE)
    hosting.write(tmp_path)
    assert (tmp_path / "_headers").read_text() == hosting.headers_file(SAID, RUNTIME)
    assert (tmp_path / "404.html").read_text() == hosting.missing_page(headers.policy_of(PAGE))
    assert (tmp_path / "hosting" / "nginx.conf").read_text() == hosting.nginx(SAID)
    assert (tmp_path / "hosting" / "Caddyfile").read_text() == hosting.caddyfile(SAID)
