"""Parsing of JSON text into checked models, with one clear error sentence.

The sentences are our own, because those of a library change between versions.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

from pydantic import JsonValue, ValidationError
from pydantic_core import from_json

from py_engine.core.contract import ContractError, ErrorCode, Model

__all__ = ["MAX_TEXT", "MisfitError", "parse_json", "parse_model", "shorten"]

MAX_TEXT = 16_000_000
"""Maximum length of a text to parse, in characters."""
_SHOWN = 60
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

ModelT = TypeVar("ModelT", bound=Model)

_SENTENCES = {
    "missing": "is missing",
    "extra_forbidden": "is not a known field",
    "model_type": "should be an object",
    "dict_type": "should be an object",
    "list_type": "should be a list",
    "string_type": "should be a string",
    "bool_type": "should be true or false",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
    "finite_number": "should be a finite number",
    "too_short": "has too few entries",
    "too_long": "has too many entries",
    "literal_error": "is not one of the values allowed",
    "greater_than": "is too small",
    "greater_than_equal": "is too small",
    "less_than_equal": "is too large",
}


class MisfitError(ValueError):
    """Raised by a model's validator when its fields are inconsistent.

    Args:
        problem: What is wrong with the field, phrased to follow its path: "holds more than 4 tiles".
        path: The path of the field, relative to the model.
    """

    def __init__(self, problem: str, *path: int | str) -> None:
        super().__init__(problem)
        self.path = path


def parse_json(text: object, what: str) -> Any:
    """Parses a JSON text; ``what`` names it in error messages.

    Raises:
        ContractError: INVALID_JSON, also for text that is too long or nested too deeply.
    """
    if not isinstance(text, str):
        raise ContractError("INVALID_JSON", f"The {what} should be JSON text.")
    if len(text) > MAX_TEXT:
        raise ContractError("INVALID_JSON", f"The {what} is too long: {len(text)} characters.")
    try:
        return from_json(text.encode("utf-8"), allow_inf_nan=False)
    except (ValueError, RecursionError):
        raise ContractError("INVALID_JSON", f"The {what} is not valid JSON.") from None


def parse_model(model: type[ModelT], data: Any, code: ErrorCode, what: str) -> ModelT:
    """Validates data, an object or one of the model's ``WORDS``; ``what`` names it in error messages.

    Raises:
        ContractError: with ``code``, a sentence on the first problem, and the paths of all problems in the context.
    """
    if not isinstance(data, dict) and not (isinstance(data, str) and data in model.WORDS):
        words = "".join(f' or "{word}"' for word in model.WORDS)
        raise ContractError(code, f"The {what} should be a JSON object{words}.")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
    except RecursionError:
        raise ContractError(code, f"The {what} is nested too deeply.") from None
    problems: list[JsonValue] = [{"path": _path(detail, data), "problem": _problem(detail)} for detail in details]
    path = _path(details[0], data)
    where = f"{path} " if path else ""
    sentence = f"Invalid {what}: {where}{_problem(details[0])}."
    raise ContractError(code, sentence, path=path, errors=problems[:20])


def _problem(detail: Any) -> str:
    if detail["type"] == "value_error":
        return str(detail["ctx"]["error"])
    return _SENTENCES.get(detail["type"], "has an invalid value")


def _path(detail: Any, data: Any) -> str:
    """The dotted path of a problem in the data, without the names that pydantic adds for unions."""
    error = detail.get("ctx", {}).get("error")
    location = (*detail["loc"], *(error.path if isinstance(error, MisfitError) else ()))
    parts: list[str] = []
    node = data
    for index, part in enumerate(location):
        last = index == len(location) - 1
        if isinstance(node, dict) and (part in node or last):
            parts.append(shorten(part))
            node = node.get(part)
        elif isinstance(node, list) and isinstance(part, int) and part < len(node):
            parts.append(str(part))
            node = node[part]
    return ".".join(parts)


def shorten(value: object) -> str:
    """Renders a value for a sentence: short, on one line, without control characters and lone surrogates."""
    try:
        text = str(value)
    except ValueError:  # an integer with thousands of digits
        text = "of that size"
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return _UNFIT.sub("?", text)
