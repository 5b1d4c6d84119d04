"""The screen of a recorded SWCCG game as a person uses it, and small files to open in it."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Sequence

from playwright.sync_api import FilePayload, Locator, Page, expect

from build_tools.paths import SAMPLE_GAME

# What every option on screen is worth, and what its reasons add up to.
SUMS = """() => [...document.querySelectorAll('[data-testid="option"]')].map((option) => {
  const parts = [...option.querySelectorAll('tbody td[data-value]')].map((cell) => Number(cell.dataset.value));
  return [Number(option.dataset.score), parts.reduce((sum, part) => sum + part, 0), parts.length];
})"""


def sample() -> bytes:
    """The sample game as the site has it."""
    return SAMPLE_GAME.read_bytes()


def zipped(data: bytes) -> bytes:
    """In the form in which the server sends replays."""
    return zlib.compress(data)


def gzipped(data: bytes) -> bytes:
    """As a true gzip file."""
    return gzip.compress(data)


def file(name: str, data: bytes) -> FilePayload:
    """A file to be chosen."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def card_file(side: str, cards: Sequence[dict[str, object]]) -> FilePayload:
    """Card data of one side, in the form of the card database."""
    entries = [{"side": side, **card} for card in cards]
    return file(f"{side}.json", json.dumps({"cards": entries}).encode())


DARK = card_file(
    "Dark",
    [
        {
            "gempId": "1_168",
            "front": {"title": "•Darth Vader", "type": "Character", "power": "6", "ability": "6", "deploy": "6"},
        },
        {"front": {"title": "Nobody", "type": "Character"}},
    ],
)


class SwccgScreen:
    """The screen on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.marks = page.get_by_test_id("mark")
        self.current = page.locator('[data-testid="mark"][aria-current="true"]')
        self.decision = page.get_by_test_id("decision")
        self.options = page.get_by_test_id("option")
        self.problem = page.get_by_test_id("problem")

    def open_sample(self) -> None:
        """Opens the sample by its button."""
        self.page.get_by_test_id("sample").click()
        self.wait()

    def choose(self, *files: FilePayload) -> None:
        """Gives files as the file dialogue does."""
        self.page.get_by_test_id("file").set_input_files(list(files))

    def paste(self, text: str) -> None:
        """Opens a text."""
        box = self.page.get_by_test_id("paste")
        if not box.is_visible():
            self.page.get_by_text("Open another game or decision").click()
        box.fill(text)
        self.page.get_by_test_id("open-pasted").click()

    def wait(self) -> None:
        """Waits until the game is scored and a decision is on screen."""
        self.decision.wait_for(timeout=90_000)
        self.settle()

    def settle(self) -> None:
        """Waits until nothing is under way."""
        expect(self.page.get_by_test_id("work")).to_have_attribute("data-busy", "false", timeout=90_000)
        expect(self.page.locator('[aria-busy="true"]')).to_have_count(0, timeout=90_000)

    def index(self) -> int:
        """Which decision is on screen."""
        return int(self.decision.get_attribute("data-index") or -1)

    def go(self, index: int) -> None:
        """Looks at a decision by a click in the timeline."""
        self.mark(index).click()
        expect(self.decision).to_have_attribute("data-index", str(index))
        self.settle()

    def press(self, key: str, before: int) -> int:
        """Presses a key that leads elsewhere; returns where."""
        self.page.keyboard.press(key)
        expect(self.decision).not_to_have_attribute("data-index", str(before))
        self.settle()
        return self.index()

    def mark(self, index: int) -> Locator:
        """A decision in the timeline."""
        return self.page.locator(f'[data-testid="mark"][data-index="{index}"]')

    def indices(self) -> list[int]:
        """Which decisions are in the timeline, in order."""
        found: list[int] = self.marks.evaluate_all("(all) => all.map((e) => Number(e.dataset.index))")
        return found

    def beside(self, tab: str) -> None:
        """Shows the board, the weights or the cards beside the decision."""
        button = self.page.get_by_test_id(f"side-{tab}")
        button.click()
        expect(button).to_have_attribute("aria-selected", "true")

    def set_weight(self, name: str, value: float) -> None:
        """Changes a weight by its number field."""
        self.beside("weights")
        group = self.page.locator(f'[data-group="{name.split(".", maxsplit=1)[0]}"]')
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        field = group.locator(f'[data-weight="{name}"] input[type="number"]')
        field.fill(str(value))
        field.press("Tab")

    def check_sums(self) -> None:
        """Every option's reasons add up to its score, exactly."""
        sums: list[list[float]] = self.page.evaluate(SUMS)
        assert sums
        for score, total, parts in sums:
            assert parts > 0
            assert score == total
