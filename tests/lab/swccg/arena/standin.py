"""A stand-in for the driver: it replays both seats' logs of a recorded game over the arena's protocol, whatever is answered.

As a program (``python -m tests.lab.swccg.arena.standin MODE``) it speaks on standard input and output.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Iterator
from itertools import zip_longest

from tests.games.swccg.folders import log_of
from tests.games.swccg.logs import DARK, LIGHT, Action, choose, update

DECISIONS = 12
Messages = Generator[dict[str, str], dict[str, str], None]


def pieces(seat: str) -> Iterator[str]:
    """A seat's events up to each of its decisions, as the server sends them, and the rest."""
    text = log_of("g1", seat, DECISIONS)
    inside, held = text[text.index("<gameReplay>") + 12 : text.rindex("</gameReplay>")], ""
    for part in inside.split("<ge "):
        if part:
            held += f"<ge {part}"
            if 'type="D"' in part:
                yield f"<update>{held}</update>"
                held = ""
    yield f"<update>{held}</update>"


class StandIn:
    """A driver in this process.

    Args:
        mode: ``plays``; or what goes wrong: ``loops``, ``leaks``, ``breaks``, ``refuses``, ``stranger``.
    """

    def __init__(self, mode: str = "plays") -> None:
        self.mode, self.sent, self.abandoned = mode, list[dict[str, str]](), False
        self._game: Messages | None = None
        self._next: dict[str, str] | None = None

    def send(self, **message: str) -> None:
        self.sent.append(message)
        if message["do"] == "start":
            self._game = self._play(message)
            self._next = next(self._game)
        elif message["do"] == "stop":
            self._next = {"say": "stopped"}
        elif self._game is not None:
            self._next = self._game.send(message)

    def receive(self) -> dict[str, str]:
        assert self._game is not None
        found, self._next = self._next, None
        return found if found is not None else next(self._game)

    def abandon(self) -> None:
        self.abandoned = True

    def _play(self, start: dict[str, str]) -> Messages:
        names = {"dark": start["dark_name"], "light": start["light_name"]}
        parts = {
            side: [self._renamed(each, names) for each in pieces(seat)]
            for side, seat in (("dark", DARK), ("light", LIGHT))
        }
        if self.mode == "leaks":
            parts["light"][2] = parts["dark"][2]
        for place, both in enumerate(zip_longest(parts["dark"][:-1], parts["light"][:-1])):
            for side, xml in zip(("dark", "light"), both, strict=True):
                if self.mode == "breaks" and place == 5:
                    yield {"say": "broken", "why": "A made-up exception"}
                    return
                yield from self._ask(start, side, names["light" if self.mode == "stranger" else side], xml)
        for side in ("dark", "light"):
            yield {"say": "rest", "seat": names[side], "xml": parts[side][-1]}
        winner = names["dark" if int(start["seed"]) % 2 == 0 else "light"]
        yield {"say": "over", "winner": winner, "dark_life": "23", "light_life": "-1"}

    def _ask(self, start: dict[str, str], side: str, name: str, xml: str) -> Messages:
        if start[f"{side}_bot"]:
            yield {"say": "answered", "seat": name, "xml": xml, "answer": "0"}
            return
        yield {"say": "ask", "seat": name, "xml": xml}
        if self.mode == "refuses" and xml.count("INTEGER"):
            yield {"say": "refused", "seat": name, "why": "No"}
            yield {"say": "ask", "seat": name, "xml": f"<update>{xml[xml.rindex('<ge ', 0, xml.rindex('INTEGER')) :]}"}
        while self.mode == "loops" and side == "light":
            asked = choose("Choose an action", [Action("Force drain", 7), Action("Force drain", 8)], no_pass=True)
            yield {
                "say": "ask",
                "seat": name,
                "xml": self._renamed(update([asked]).replace(DARK, LIGHT), {"light": name}),
            }

    @staticmethod
    def _renamed(xml: str, names: dict[str, str]) -> str:
        return xml.replace(DARK, names.get("dark", DARK)).replace(LIGHT, names.get("light", LIGHT))


def _write(message: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main(mode: str) -> None:
    """Speaks the protocol on standard input and output."""
    stand_in = StandIn(mode)
    _write({"say": "ready"})
    for line in sys.stdin:
        stand_in.send(**json.loads(line))
        while True:
            message = stand_in.receive()
            _write(message)
            if message["say"] in ("ask", "over", "stopped", "broken"):
                break


if __name__ == "__main__":
    main(sys.argv[1])
