"""The software bill of materials of a release, in CycloneDX format (https://cyclonedx.org/docs/1.6/json/)."""

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
"""The URL of a repository, as opposed to a user's or a project's page."""


def _purl(notice: Notice) -> str:
    """The package URL of a work."""
    kind = notice.registry or "generic"
    name = notice.name.lower() if kind in {"npm", "pypi"} else notice.name
    name = name.replace("_", "-") if kind == "pypi" else name
    version = f"@{quote(notice.version)}" if notice.version else ""
    return f"pkg:{kind}/{quote(name, safe='/')}{version}"


def _single(notices: Iterable[Notice]) -> Iterable[Notice]:
    """The works one by one: a notice for several crates is split, without the source, which they share."""
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
    """The bill of materials as JSON text.

    The same parts give the same bytes: it has no date, and its serial number is derived from the content.

    Args:
        version: The release's version.
        notices: The notices for all third-party work in it.
        runtime: The folder with the wheels.
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
