"""The sample game's events and decisions, and an independent implementation of which answers are legal."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree as ET

from build_tools.sample_game.story import Sample, sample_game

Lists = dict[str, list[str]]


@cache
def sample() -> Sample:
    return sample_game()


@cache
def events() -> list[ET.Element]:
    return list(ET.fromstring(sample().xml))  # noqa: S314 - it was written a moment ago


def parameters(event: ET.Element) -> Lists:
    found: Lists = {}
    for parameter in event:
        found.setdefault(str(parameter.get("name")), []).append(str(parameter.get("value")))
    return found


def decisions() -> list[ET.Element]:
    return [event for event in events() if event.get("type") == "D"]


def options(kind: str, lists: Lists) -> int:
    """Number of answers with at most one choice; choosing nothing and passing count if legal."""
    if kind == "CARD_ACTION_CHOICE":
        return len(lists.get("actionId", [])) + (lists["noPass"] == ["false"])
    if kind == "ARBITRARY_CARDS":
        return lists["selectable"].count("true") + (lists["min"] == ["0"])
    if kind == "CARD_SELECTION":
        return len(lists["cardId"]) + (lists["min"] == ["0"])
    if kind == "INTEGER":
        return int(lists["max"][0]) - int(lists["min"][0]) + 1
    return len(lists.get("results" if kind == "MULTIPLE_CHOICE" else "actionId", ["nothing"]))


def takes(kind: str, lists: Lists, answer: str) -> bool:
    """Whether the server accepts an answer with at most one card."""
    if kind == "INTEGER":
        return int(lists["min"][0]) <= int(answer) <= int(lists["max"][0])
    if kind == "MULTIPLE_CHOICE":
        return answer in [str(index) for index in range(len(lists["results"]))]
    if kind in ("CARD_SELECTION", "ARBITRARY_CARDS"):
        selectable = lists.get("selectable", ["true"] * len(lists["cardId"]))
        open_to = [one for one, able in zip(lists["cardId"], selectable, strict=True) if able == "true"]
        return answer in open_to if answer else lists["min"] == ["0"]
    if kind == "EMPTY":
        return answer == ""
    return answer in lists.get("actionId", []) or (answer == "" and lists.get("noPass") == ["false"])
