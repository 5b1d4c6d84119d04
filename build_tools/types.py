"""Generates the TypeScript types of everything that crosses the bridge from the engine's pydantic models.

The contract lists its models as ``EXPORTED_MODELS``, and so does each game's ``rules.state``, or ``rules`` where that is one
module. What the engine answers has every field; what it is asked (models named ``...Params``) may leave out those that have
a default.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from build_tools.paths import ROOT, WEB
from build_tools.process import ToolError, main_of, run
from py_engine import games
from py_engine.core import contract

__all__ = ["definitions", "generated"]

TARGET = WEB / "src" / "engine" / "types.gen.ts"
HEADER = """\
/**
 * Types of the JSON that crosses the bridge. Generated from the engine's models by `make types`: do not edit.
 */

"""
REF = "#/$defs/"


REFERENCED = re.compile(r"^ \* This (?:interface|type) was referenced by .*\n \* via the .*\n", re.MULTILINE)
NOISE = {"default", "maxItems", "minItems", "title"}


class _Schema(GenerateJsonSchema):
    """JSON Schema in which all fields of results are required, including those with a default."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        if self.mode == "serialization":
            return not (field.get("serialization_exclude") or field.get("serialization_exclude_if"))
        return super().field_is_required(field, total)


def _mode(model: type[BaseModel]) -> Literal["validation", "serialization"]:
    return "validation" if model.__name__.endswith("Params") else "serialization"


def _rewritten(schema: Any, names: dict[str, str]) -> Any:
    """The schema with definitions renamed, in a form for which the TypeScript generator writes concise types."""
    if isinstance(schema, list):
        return [_rewritten(item, names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str):
        return {"$ref": REF + names[schema["$ref"].removeprefix(REF)]}
    kept = {key: value for key, value in schema.items() if key not in NOISE}
    if "prefixItems" in kept:
        kept |= {"items": kept.pop("prefixItems"), "minItems": len(schema["prefixItems"]), "additionalItems": False}
    if "enum" in kept.get("propertyNames", {}):
        kept["properties"] = dict.fromkeys(kept.pop("propertyNames")["enum"], kept["additionalProperties"])
        kept["additionalProperties"] = False
    return {
        # "properties" maps names to schemas and is not itself a schema: a property may be called "title".
        key: {name: _rewritten(part, names) for name, part in value.items()}
        if key == "properties"
        else _rewritten(value, names)
        for key, value in kept.items()
    }


def _own_models(module: ModuleType) -> set[str]:
    """The names of the models defined in the module's package."""
    package = [other for name, other in sys.modules.items() if name.rpartition(".")[0] == module.__package__]
    return {
        name
        for other in package
        for name, value in vars(other).items()
        if isinstance(value, type) and issubclass(value, BaseModel) and value.__module__ == other.__name__
    }


def definitions(models: Sequence[type[BaseModel]], module: ModuleType, prefix: str = "") -> dict[str, Any]:
    """JSON Schema definitions of the models and of all that they refer to.

    Args:
        models: The models to export.
        module: The module that lists them; they are defined in its package.
        prefix: The prefix for the names of the package's own models, so that games do not share a ``Player``.
    """
    _, schema = models_json_schema([(model, _mode(model)) for model in models], schema_generator=_Schema)
    own = _own_models(module)
    names = {}
    for name in schema["$defs"]:
        # A model in both requests and results appears twice: Thing-Input and Thing-Output.
        plain = name.removesuffix("-Output").removesuffix("-Input")
        ending = "Input" if name.endswith("-Input") else ""
        names[name] = (prefix if plain in own and not plain.startswith(prefix) else "") + plain + ending
    return {names[name]: _rewritten(part, names) for name, part in schema["$defs"].items()}


def _game_modules() -> dict[str, ModuleType]:
    found = sorted(info.name for info in pkgutil.iter_modules(games.__path__) if info.ispkg)
    return {name: _models_of(importlib.import_module(f"{games.__name__}.{name}.rules")) for name in found}


def _models_of(rules: ModuleType) -> ModuleType:
    """The module that lists a game's models: the rules themselves in a small game, else their ``state``."""
    return importlib.import_module(f"{rules.__name__}.state") if hasattr(rules, "__path__") else rules


def generated() -> str:
    """The text of the TypeScript file."""
    parts = definitions(contract.EXPORTED_MODELS, contract)
    for name, module in _game_modules().items():
        for title, part in definitions(module.EXPORTED_MODELS, module, name.title().replace("_", "")).items():
            if parts.setdefault(title, part) != part:
                raise ToolError(f"{module.__name__} defines {title} differently from another game.")
    schema = {"$defs": dict(sorted(parts.items())), "type": "object", "additionalProperties": False}
    text = run(["node", WEB / "tools" / "schema-to-types.mjs"], cwd=WEB, text_input=json.dumps(schema), timeout=60)
    # The generator always writes a type for the whole schema, which is empty here.
    text = text.replace("export interface Contract {}\n", "").lstrip()
    text = REFERENCED.sub("", text).replace(" *\n */", " */").replace("/**\n */\n", "")
    return HEADER + re.sub(r"(?<=[;}])\n+(?=/\*\*|export)", "\n\n", text)


def main() -> None:
    """Writes the file; with ``--check``, only checks that it is current."""
    parser = argparse.ArgumentParser(description="Generates the front end's types from the engine's models.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the file is not current")
    check = parser.parse_args().check
    new = generated()
    old = TARGET.read_text(encoding="utf-8") if TARGET.is_file() else ""
    if new == old:
        print(f"{TARGET.relative_to(ROOT)} is current.")
    elif check:
        difference = list(
            difflib.unified_diff(old.splitlines(), new.splitlines(), "checked in", "generated", "", "", 1)
        )
        raise ToolError(f"{TARGET.relative_to(ROOT)} is not current: run `make types`.\n" + "\n".join(difference[:40]))
    else:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_text(new, encoding="utf-8")
        print(f"Wrote {TARGET.relative_to(ROOT)}.")


if __name__ == "__main__":
    main_of(main)
