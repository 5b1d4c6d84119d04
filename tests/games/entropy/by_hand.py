"""A reference implementation of Entropy's rules, one cell at a time, and hand-made positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.bridge.asking import ask, in_json

RULESET = "entropy_v1"
COLORS = "RGYBWKP"

State = dict[str, Any]


def name(row: int, column: int) -> str:
    return f"{'abcdefg'[row]}{column + 1}"


def names(size: int) -> list[str]:
    return [name(row, column) for row in range(size) for column in range(size)]


def cells(board: list[str], size: int) -> dict[str, str]:
    """The content of each cell, by name."""
    return dict(zip(names(size), board, strict=True))


def lines(size: int) -> dict[str, list[str]]:
    """The cell names of each row and column."""
    rows = {f"row_{'abcdefg'[row]}": [name(row, column) for column in range(size)] for row in range(size)}
    return rows | {f"column_{column + 1}": [name(row, column) for row in range(size)] for column in range(size)}


def palindromes(colors: list[str]) -> list[list[int]]:
    """[first, last, points] of every palindrome in a line."""
    found = []
    for first in range(len(colors)):
        for last in range(first + 1, len(colors)):
            part = colors[first : last + 1]
            if all(part) and part == part[::-1]:
                found.append([first, last, len(part)])
    return found


def line_scores(board: list[str], size: int) -> dict[str, int]:
    there = cells(board, size)
    return {
        code: sum(points for _, _, points in palindromes([there[cell] for cell in line]))
        for code, line in lines(size).items()
    }


def score(board: list[str], size: int) -> int:
    return sum(line_scores(board, size).values())


def slides(board: list[str], size: int) -> list[tuple[str, str]]:
    """(from, to) of every slide, by from and then by to."""
    found = []
    for row in range(size):
        for column in range(size):
            if not board[row * size + column]:
                continue
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                r, c = row + down, column + right
                while 0 <= r < size and 0 <= c < size and not board[r * size + c]:
                    found.append((name(row, column), name(r, c)))
                    r, c = r + down, c + right
    return sorted(found)


def legal(state: State) -> list[Any]:
    board, size = state["board"], state["size"]
    if state["active_player_id"] == 1:
        return [{"cell": cell} for cell, color in cells(board, size).items() if not color]
    return [*({"from": start, "to": end} for start, end in slides(board, size)), "pass"] if "" in board else []


def moved(state: State, action: Any) -> list[str]:
    """The board after an action."""
    there = cells(state["board"], state["size"])
    if "cell" in action:
        there[action["cell"]] = state["token"]
    elif action != "pass":
        there[action["to"]], there[action["from"]] = there[action["from"]], ""
    return list(there.values())


def parse(text: str) -> list[str]:
    """A board given as rows of text, with dots for empty cells."""
    return ["" if cell == "." else cell for cell in text.replace("/", "").replace(" ", "")]


def position(
    text: str, *, player: int = 0, drawn: str | None = None, following: str | None = None, **more: Any
) -> State:
    """A state with required fields only; the board is given as rows with dots for empty cells."""
    board = parse(text)
    state = {"ruleset_id": RULESET, "active_player_id": player, "size": 5 if len(board) == 25 else 7, "board": board}
    known = {} if following is None else {"next_token": following}
    return state | {"token": drawn} | known | more


def left(state: State) -> dict[str, int]:
    """The tokens of each colour in the bag."""
    gone = [*state["board"], state["token"], state.get("next_token")]
    return {color: state["size"] - gone.count(color) for color in COLORS[: state["size"]]}


def made_up(seed: int) -> State:
    """A random valid position with a legal move, such as a user might paste."""
    rng = random.Random(seed)
    size, player, known = rng.choice((5, 7)), rng.randrange(2), rng.random() < 0.3
    tokens = [color for color in COLORS[:size] for _ in range(size)]
    rng.shuffle(tokens)
    board = [tokens.pop() for _ in range(rng.randrange(size * size))]
    board += [""] * (size * size - len(board))
    rng.shuffle(board)
    token = tokens.pop() if player == 1 else None
    following = tokens.pop() if known and tokens else None
    state = {"ruleset_id": RULESET, "active_player_id": player, "size": size, "board": board, "token": token}
    return state | {"next_token_known": known, "next_token": following, "seed": rng.randrange(2**53)}


def play(seed: int, options: State, chooser: int = 0) -> Iterator[tuple[State, Any, State]]:
    """(state, action, next state) of a game of random moves."""
    rng = random.Random(chooser)
    state = ask("new_game", RULESET, seed, options)
    while not state["game_over"]:
        action = rng.choice(legal(state))
        after = ask("apply_action", state, in_json(action))
        yield state, action, after
        state = after


def game(seed: int, options: State, chooser: int = 0) -> tuple[list[State], list[Any]]:
    """The states and the actions of a whole game."""
    moves = list(play(seed, options, chooser))
    return [*(before for before, _, _ in moves), moves[-1][2]], [action for _, action, _ in moves]
