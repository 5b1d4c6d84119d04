"""Writes the files for hosts into the site: ``_headers``, ``404.html``, and sample configurations for nginx and Caddy.

All are generated from ``web/headers.json``, which :mod:`build_tools.serve` also uses. See ``docs/hosting.md``.
"""

from __future__ import annotations

import json
from pathlib import Path
from string import Template

from build_tools.shipping.headers import Headers, of_site, policy_of
from build_tools.shipping.pages import framed

__all__ = ["MISSING", "caddyfile", "headers_file", "missing_page", "nginx", "write"]

MISSING = "404.html"
"""The file that hosts send with status 404. Without it Cloudflare Pages would send ``index.html`` instead."""

PLACE = "/srv/hindsight"
"""The site's folder in the sample configurations."""

COMPRESSED = ("css", "html", "js", "json", "mjs", "svg", "txt", "wasm", "webmanifest", "xml")
"""Extensions of files that are worth compressing."""


def headers_file(headers: Headers, runtime: str) -> str:
    """The ``_headers`` file of Netlify and Cloudflare Pages.

    These hosts apply all rules that match a path and join repeated headers with a comma, so no path may get
    Cache-Control twice. By default they let browsers revalidate each time, which is right for all other paths.

    Args:
        headers: The headers.
        runtime: The path of the runtime below ``runtime/``. Cloudflare allows only one ``*`` in a path.
    """
    lines = ["/*", *(f"  {name}: {value}" for name, value in headers.every.items())]
    for path in ("/assets/*", f"/runtime/{runtime}/*"):
        lines += [path, f"  Cache-Control: {headers.hashed}"]
    return "\n".join(lines) + "\n"


NGINX = Template("""\
# Hindsight on nginx. This belongs in the http block, for instance in /etc/nginx/conf.d/hindsight.conf.
# Set server_name, the certificate and root. Without TLS, browsers store nothing for offline use.

# Files whose path contains a content hash are cached forever; all others are revalidated.
map $$uri $$hindsight_caching {
    default "$other";
    "~/(assets|runtime/[^/]+)/[^/]+$$" "$hashed";
}

server {
    listen 8080;
    # With a certificate, instead of the line above:
    # listen 443 ssl;
    # ssl_certificate /etc/ssl/certs/site.pem;
    # ssl_certificate_key /etc/ssl/private/site.key;
    server_name _;
    root $place;
    index index.html;

    # A location that sets a header itself loses all of these: repeat them there.
$every
    # Not for errors: a file that is missing for a moment must not be cached as missing for a year.
    add_header Cache-Control $$hindsight_caching;

    default_type application/octet-stream;
    charset utf-8;
    charset_types $charset;
    types {
$types
    }

    gzip on;
    gzip_vary on;
    gzip_types $compressed;
    # To compress once instead of at every request, run `gzip -9 --keep` on each file, and set
    # gzip_static on;
    # Brotli needs the module ngx_brotli: run `brotli --keep` on each file, and set
    # brotli_static on;

    location / {
        # Missing files must give a 404, by which the page notices that a newer version is out.
        try_files $$uri $$uri/ =404;
    }

    # Under a path: put the site into $place/hindsight. Nothing else changes; /hindsight redirects to /hindsight/.
}
""")


def _compressed(headers: Headers) -> set[str]:
    """The content types worth compressing, without charsets."""
    return {headers.types[end].split(";")[0] for end in COMPRESSED}


def nginx(headers: Headers) -> str:
    """A sample configuration for nginx."""
    kinds: dict[str, list[str]] = {}
    for end, kind in headers.types.items():
        kinds.setdefault(kind.split(";")[0], []).append(end)
    worth = _compressed(headers) - {"text/html"}
    with_charset = {kind.split(";")[0] for kind in headers.types.values() if "charset" in kind} - {"text/html"}
    return NGINX.substitute(
        place=PLACE,
        hashed=headers.hashed,
        other=headers.other,
        every="\n".join(f'    add_header {name} "{value}" always;' for name, value in headers.every.items()),
        types="\n".join(f"        {kind} {' '.join(ends)};" for kind, ends in kinds.items()),
        charset=" ".join(sorted(with_charset)),
        compressed=" ".join(sorted(worth)),
    )


CADDY = Template("""\
# Hindsight on Caddy. Replace :8080 by the site's name, and Caddy gets a certificate by itself.
# Without TLS, browsers store nothing for offline use.

(hindsight) {
	encode {
		zstd
		gzip
		# By default Caddy does not compress WebAssembly, which is most of what a first visit fetches.
		match {
$compressed
		}
	}
	header {
$every
	}
	# Files whose path contains a content hash are cached forever; all others are revalidated. Only files that exist:
	# a file that is missing for a moment must not be cached as missing for a year.
	@hashed {
		path_regexp ^/(assets|runtime/[^/]+)/[^/]+$$
		file
	}
	@other not path_regexp ^/(assets|runtime/[^/]+)/[^/]+$$
	header @hashed Cache-Control "$hashed"
	header @other Cache-Control "$other"
$types
	# Running `brotli --keep` or `gzip -9 --keep` on each file saves compressing at every request.
	file_server {
		precompressed br gzip
	}
}

:8080 {
	root * $place
	import hindsight

	# Under a path, instead of the import:
	# redir /hindsight /hindsight/
	# handle_path /hindsight/* {
	# 	import hindsight
	# }
}
""")


def caddyfile(headers: Headers) -> str:
    """A sample configuration for Caddy, with content types that the server's system may not know."""
    types = []
    for end, kind in headers.types.items():
        types += [f"\t@{end} path *.{end}", f'\theader @{end} Content-Type "{kind}"']
    every = "\n".join(f'\t\t{name} "{value}"' for name, value in headers.every.items())
    return CADDY.substitute(
        place=PLACE,
        hashed=headers.hashed,
        other=headers.other,
        every=every,
        types="\n".join(types),
        compressed="\n".join(f"\t\t\theader Content-Type {kind}*" for kind in sorted(_compressed(headers))),
    )


def missing_page(policy: str) -> str:
    """The page for missing files.

    It can appear at any address, so it refers to no other file, neither a style sheet nor the start page.

    Args:
        policy: The site's Content-Security-Policy, which forbids inline styles.
    """
    return framed("Not found", policy, "<h1>Hindsight</h1>\n<p>There is nothing at this address.</p>\n")


def write(site: Path) -> None:
    """Writes ``_headers``, ``404.html`` and ``hosting/`` into a built site."""
    headers = of_site(site)
    policy = policy_of((site / "index.html").read_text(encoding="utf-8"))
    (site / MISSING).write_text(missing_page(policy), encoding="utf-8")
    manifest = json.loads((site / "runtime" / "manifest.json").read_text(encoding="utf-8"))
    (site / "_headers").write_text(headers_file(headers, manifest["path"]), encoding="utf-8")
    samples = site / "hosting"
    samples.mkdir(exist_ok=True)
    (samples / "nginx.conf").write_text(nginx(headers), encoding="utf-8")
    (samples / "Caddyfile").write_text(caddyfile(headers), encoding="utf-8")
