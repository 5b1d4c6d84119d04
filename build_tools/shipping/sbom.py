"""The list of what a release is made of, as CycloneDX writes it (https://cyclonedx.org/docs/1.6/json/)."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from build_tools.files import sha256
from build_tools.shipping.licences import Notice

__all__ = ["bill"]

REPOSITORY = re.compile(r"https://(github|gitlab)\.com/[^/]+/[^/]+")
"""The address of one repository, not of somebody's many, or of a project's own pages."""


def _purl(notice: Notice) -> str:
    """The package's address, as package URLs write it."""
    kind = notice.registry or "generic"
    name = notice.name.lower() if kind in {"npm", "pypi"} else notice.name
    name = name.replace("_", "-") if kind == "pypi" else name
    version = f"@{quote(notice.version)}" if notice.version else ""
    return f"pkg:{kind}/{quote(name, safe='/')}{version}"


def _single(notices: Iterable[Notice]) -> Iterable[Notice]:
    """The works one by one: the page of licences lists crates of one licence together, with one address."""
    for notice in notices:
        if not notice.crates:
            yield notice
        for crate in notice.crates:
            one = replace(notice, name=crate.name, version=crate.version, registry="cargo")
            yield replace(one, source="", crates=(crate,))


def _component(notice: Notice, runtime: Path) -> dict[str, Any]:
    purl = _purl(notice)
    found: dict[str, Any] = {"type": "library", "bom-ref": purl, "name": notice.name, "purl": purl}
    if notice.version:
        found["version"] = notice.version
    found["licenses"] = [{"expression": notice.licence}]
    if notice.crates:
        found["authors"] = [{"name": crate.author} for crate in notice.crates]
    if notice.copyright:
        found["copyright"] = "\n".join(notice.copyright)
    if notice.source:
        kind = "vcs" if REPOSITORY.fullmatch(notice.source) else "website"
        found["externalReferences"] = [{"type": kind, "url": notice.source}]
    if notice.registry == "pypi":
        found["hashes"] = [{"alg": "SHA-256", "content": sha256(runtime / notice.files[0])}]
    found["properties"] = [{"name": "hindsight:file", "value": file} for file in notice.files]
    return found


def bill(version: str, notices: Sequence[Notice], runtime: Path) -> str:
    """The list for a release. The same parts give the same bytes: it has no date, and its number is made from what it says.

    Args:
        version: The release's version.
        notices: What is in it that others have written.
        runtime: The folder that holds the wheels.
    """
    components = sorted((_component(each, runtime) for each in _single(notices)), key=lambda each: str(each["bom-ref"]))
    purl = f"pkg:generic/hindsight@{version}"
    subject = {
        "type": "application",
        "bom-ref": purl,
        "name": "hindsight",
        "version": version,
        "purl": purl,
        "licenses": [{"expression": "MIT"}],
    }
    digest = hashlib.sha256(json.dumps([subject, components], sort_keys=True).encode()).digest()
    return (
        json.dumps(
            {
                "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
                "bomFormat": "CycloneDX",
                "specVersion": "1.6",
                "serialNumber": f"urn:uuid:{uuid.UUID(bytes=digest[:16], version=4)}",
                "version": 1,
                "metadata": {"component": subject},
                "components": components,
                "dependencies": [{"ref": purl, "dependsOn": [each["bom-ref"] for each in components]}],
            },
            indent=1,
            ensure_ascii=False,
        )
        + "\n"
    )
