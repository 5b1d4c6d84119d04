"""All host configurations (Netlify and Cloudflare Pages, nginx, Caddy) have the headers of the single source."""

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
HEADERS = headers.load(PAGE)
RUNTIME = "1.2.3-abc"


def test_policy_header_is_the_pages_policy_without_frames() -> None:
    policy = HEADERS.every["Content-Security-Policy"]
    assert policy == f"{headers.policy_of(PAGE)}; frame-ancestors 'none'"
    for part in ("form-action 'none'", "object-src 'none'", "base-uri 'none'", "frame-src 'none'"):
        assert part in policy.split("; ")
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy


def test_page_without_a_policy_is_refused() -> None:
    with pytest.raises(ToolError, match="Content-Security-Policy"):
        headers.policy_of("<h1>Hindsight</h1>")


def test_inline_scripts_are_allowed_by_their_hashes_only() -> None:
    scripts = re.findall(r"<script>(.*?)</script>", PAGE, re.DOTALL)
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts]
    named = re.findall(r"'sha256-[^']+'", HEADERS.every["Content-Security-Policy"])
    assert hashes == named
    assert len(hashes) == 1


def test_permissions_allow_only_writing_the_clipboard() -> None:
    allowed = dict(part.split("=") for part in HEADERS.every["Permissions-Policy"].split(", "))
    assert [name for name, value in allowed.items() if value != "()"] == ["clipboard-write"]


def test_only_hashed_paths_are_cached_forever() -> None:
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


def test_headers_file_has_all_headers_within_the_hosts_limits() -> None:
    text = hosting.headers_file(HEADERS, RUNTIME)
    rules = rules_of(text)
    assert rules["/*"] == HEADERS.every
    hashed = {"Cache-Control": HEADERS.hashed}
    assert rules == {"/*": rules["/*"], "/assets/*": hashed, f"/runtime/{RUNTIME}/*": hashed}
    # Cloudflare's limits: 2,000 characters per line, one * per path; repeated headers of a path are joined with a comma.
    assert max(map(len, text.splitlines())) < 2000
    assert all(path.count("*") == 1 for path in rules)
    assert "Cache-Control" not in rules["/*"]


def test_nginx_sample_has_all_headers() -> None:
    text = hosting.nginx(HEADERS)
    assert dict(re.findall(r'^    add_header (\S+) "(.*)" always;$', text, re.MULTILINE)) == HEADERS.every
    assert f'default "{HEADERS.other}";' in text
    assert f'"~/(assets|runtime/[^/]+)/[^/]+$" "{HEADERS.hashed}";' in text
    block = re.search(r"types \{\n(.*?)\n    \}", text, re.DOTALL)
    assert block
    types = {end: line.split()[0] for line in block[1].splitlines() for end in line.rstrip(";").split()[1:]}
    assert types == {end: kind.split(";")[0] for end, kind in HEADERS.types.items()}


def test_nginx_locations_set_no_headers() -> None:
    text = hosting.nginx(HEADERS)
    inside = text[text.index("location /") :]
    assert "add_header" not in inside


def test_caddy_sample_has_all_headers() -> None:
    text = hosting.caddyfile(HEADERS)
    assert dict(re.findall(r'^\t\t([A-Z]\S+) "(.*)"$', text, re.MULTILINE)) == HEADERS.every
    assert f'header @hashed Cache-Control "{HEADERS.hashed}"' in text
    assert f'header @other Cache-Control "{HEADERS.other}"' in text
    assert dict(re.findall(r'header @(\w+) Content-Type "(.*)"', text)) == HEADERS.types


def test_large_file_types_are_compressed() -> None:
    compressed = re.search(r"gzip_types (.*);", hosting.nginx(HEADERS))
    assert compressed
    assert {"application/wasm", "text/javascript", "application/json"} <= set(compressed[1].split())
    caddy = hosting.caddyfile(HEADERS)
    assert set(re.findall(r"header Content-Type (\S+)\*", caddy)) == {*compressed[1].split(), "text/html"}


def test_header_values_need_no_escaping() -> None:
    for value in (*HEADERS.every.values(), HEADERS.hashed, HEADERS.other, *HEADERS.types.values()):
        assert not set(value) & set('"\\$\n{}')


def test_missing_page_has_the_policy_and_refers_to_no_other_file() -> None:
    page = hosting.missing_page(headers.policy_of(PAGE))
    assert headers.policy_of(page) == headers.policy_of(PAGE)
    assert not re.search(r"<(script|style|link|img|a)\b| (style|src|href|on\w+)=", page)


def test_write_creates_all_host_files(tmp_path: Path) -> None:
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime" / "manifest.json").write_text(json.dumps({"path": RUNTIME}))
    (tmp_path / "index.html").write_text(PAGE)
    hosting.write(tmp_path)
    assert (tmp_path / "_headers").read_text() == hosting.headers_file(HEADERS, RUNTIME)
    assert (tmp_path / "404.html").read_text() == hosting.missing_page(headers.policy_of(PAGE))
    assert (tmp_path / "hosting" / "nginx.conf").read_text() == hosting.nginx(HEADERS)
    assert (tmp_path / "hosting" / "Caddyfile").read_text() == hosting.caddyfile(HEADERS)
