"""Page object of the SWCCG review screen, and small files to open in it."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Sequence

from playwright.sync_api import FilePayload, Locator, Page, expect

from build_tools.paths import SAMPLE_GAME

Sums = list[list[float]]

# For every option on screen: its score, the sum of its reasons, and their number.
SUMS = """() => [...document.querySelectorAll('[data-testid="option"]')].map((option) => {
  const parts = [...option.querySelectorAll('tbody td[data-value]')].map((cell) => Number(cell.dataset.value));
  return [Number(option.dataset.score), parts.reduce((sum, part) => sum + part, 0), parts.length];
})"""

# Goes through all decisions of the timeline; returns the sums of each, as above, by its index.
ALL_SUMS = f"""async () => {{
  const sums = {SUMS};
  const settled = (index) => document.querySelector(`[data-testid="decision"][data-index="${{index}}"]`) !== null
    && document.querySelector('[data-testid="work"]').dataset.busy === 'false'
    && document.querySelector('[aria-busy="true"]') === null;
  const found = {{}};
  for (const {{ dataset: {{ index }} }} of document.querySelectorAll('[data-testid="mark"]')) {{
    document.querySelector(`[data-testid="mark"][data-index="${{index}}"]`).click();
    do await new Promise(requestAnimationFrame); while (!settled(index));
    found[index] = sums();
  }}
  return found;
}}"""


def sample() -> bytes:
    """Returns the sample game that the site ships."""
    return SAMPLE_GAME.read_bytes()


def zipped(data: bytes) -> bytes:
    """Returns data in zlib format, in which the GEMP server sends replays."""
    return zlib.compress(data)


def gzipped(data: bytes) -> bytes:
    """Returns data in gzip format."""
    return gzip.compress(data)


def file(name: str, data: bytes) -> FilePayload:
    """Returns a file for a file input."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def card_file(side: str, cards: Sequence[dict[str, object]]) -> FilePayload:
    """Returns the card data of one side, in the format of the card database."""
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
    """The review screen on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.marks = page.get_by_test_id("mark")
        self.current = page.locator('[data-testid="mark"][aria-current="true"]')
        self.decision = page.get_by_test_id("decision")
        self.options = page.get_by_test_id("option")
        self.problem = page.get_by_test_id("problem")

    def open_sample(self) -> None:
        """Opens the sample game by its button."""
        self.page.get_by_test_id("sample").click()
        self.wait()

    def choose(self, *files: FilePayload) -> None:
        """Chooses files as in the file dialog."""
        self.page.get_by_test_id("file").set_input_files(list(files))

    def paste(self, text: str) -> None:
        """Opens pasted text."""
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
        """Waits until no task is running."""
        expect(self.page.get_by_test_id("work")).to_have_attribute("data-busy", "false", timeout=90_000)
        expect(self.page.locator('[aria-busy="true"]')).to_have_count(0, timeout=90_000)

    def index(self) -> int:
        """Returns the index of the decision on screen."""
        return int(self.decision.get_attribute("data-index") or -1)

    def go(self, index: int) -> None:
        """Goes to a decision by a click in the timeline."""
        self.mark(index).click()
        # The engine may be starting again.
        expect(self.decision).to_have_attribute("data-index", str(index), timeout=90_000)
        self.settle()

    def press(self, key: str, before: int) -> int:
        """Presses a key that leads to another decision; returns its index."""
        self.page.keyboard.press(key)
        expect(self.decision).not_to_have_attribute("data-index", str(before))
        self.settle()
        return self.index()

    def mark(self, index: int) -> Locator:
        """Returns the mark of a decision in the timeline."""
        return self.page.locator(f'[data-testid="mark"][data-index="{index}"]')

    def indices(self) -> list[int]:
        """Returns the indices of the decisions in the timeline, in order."""
        found: list[int] = self.marks.evaluate_all("(all) => all.map((e) => Number(e.dataset.index))")
        return found

    def beside(self, tab: str) -> None:
        """Opens the tab "board", "weights" or "cards" beside the decision."""
        button = self.page.get_by_test_id(f"side-{tab}")
        button.click()
        expect(button).to_have_attribute("aria-selected", "true")

    def set_weight(self, name: str, value: float) -> None:
        """Changes a weight in its number field."""
        self.beside("weights")
        group = self.page.locator(f'[data-group="{name.split(".", maxsplit=1)[0]}"]')
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        field = group.locator(f'[data-weight="{name}"] input[type="number"]')
        field.fill(str(value))
        field.press("Tab")

    def check_sums(self) -> None:
        """Asserts that the reasons of every option on screen add up exactly to its score."""
        _check(self.page.evaluate(SUMS))

    def check_all_sums(self) -> list[int]:
        """Asserts the same for every decision of the timeline, one after another; returns their indices."""
        found: dict[str, Sums] = self.page.evaluate(ALL_SUMS)
        for sums in found.values():
            _check(sums)
        return [int(index) for index in found]


def _check(sums: Sums) -> None:
    assert sums
    for score, total, parts in sums:
        assert parts > 0
        assert score == total
