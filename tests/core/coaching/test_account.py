"""Tests of the sums of luck and skill over a game."""

from __future__ import annotations

from typing import Any

import pytest

from py_engine.core.coaching.account import AccountArgs, AccountJob, AccountStep, not_following, require_legal
from py_engine.core.coaching.sent_states import SentStates
from py_engine.core.contract import ContractError
from py_engine.core.evaluation import Pieces
from py_engine.core.legality import refusal
from py_engine.core.results import UNSET, to_json
from py_engine.core.validation import parse_model
from tests.core.toy import RULESET, ToyAction, ToyState

SENT = SentStates(
    game="Toy",
    ruleset_id=RULESET,
    model=ToyState,
    complete=lambda state: state,
    kind=lambda state: state.choices,
    differs="other choices",
)


def illegal(state: ToyState, action: ToyAction) -> ContractError | None:
    return None if action.number in state.choices else refusal("There is no such number.", "NO_NUMBER")


class ToyAccount(AccountJob[ToyState, ToyAction]):
    """The luck of a move is the number played."""

    def work(self) -> Pieces:
        yield from self.read(SENT, ToyAction, at_once=2)
        for index, before, action, _ in self.moves():
            require_legal(index, before, action, illegal)
            player = before.active_player_id
            shares = [float(action.number) * (seat == player) for seat in range(2)]
            self.enter(player, self.known(index), self.add_luck(shares, [4.0, 0.25]))
            yield


def args(numbers: list[int], **fields: Any) -> AccountArgs:
    states = [{"ruleset_id": RULESET, "active_player_id": place % 2} for place in range(len(numbers) + 1)]
    return AccountArgs.model_validate(
        {"states": states, "actions": [{"number": number} for number in numbers], **fields}
    )


def test_account_sums_luck_and_known_losses() -> None:
    job = ToyAccount(args([1, 2, 3], deltas=[-0.5, None, 0.25]), players=2)
    found = job.run()
    assert found is not None
    assert (found.skill, found.graded) == ((-0.5, 0.0), 2)
    assert found.luck == (4.0, 2.0)
    assert found.luck_stderr == pytest.approx((12.0**0.5, 0.75**0.5))
    assert found.steps[:2] == (AccountStep(0, 0, -0.5, [1.0, 0.0]), AccountStep(1, 1, None, [0.0, 2.0]))
    assert found.steps[2].delta_ev == 0.0, "losses are never positive"


def test_account_has_a_result_after_every_move() -> None:
    job = ToyAccount(args([1, 2, 3]), players=2)
    seen = []
    while not job.done:
        job.piece()
        seen.append((job.progress, len(job.result().steps)))
    # The four states are parsed in two pieces.
    assert seen[:2] == [(0.0, 0)] * 2
    assert seen[2:] == [(pytest.approx(n / 3), n) for n in (1, 2, 3)] + [(1.0, 3)]


def test_unset_opening_luck_is_omitted_from_the_json() -> None:
    job = ToyAccount(args([]), players=2)
    assert to_json(job.result())["opening_luck"] is None
    job.opening = UNSET
    assert list(to_json(job.result())) == ["skill", "luck", "luck_stderr", "steps", "graded"]


@pytest.mark.parametrize("fields", [{"actions": []}, {"deltas": [None]}])
def test_account_refuses_lists_whose_lengths_do_not_match(fields: dict[str, Any]) -> None:
    with pytest.raises(ContractError) as caught:
        ToyAccount(args([1, 2], **fields), players=2)
    assert caught.value.code == "INVALID_PARAMS"


def test_account_error_names_the_index_of_an_illegal_action() -> None:
    with pytest.raises(ContractError) as caught:
        ToyAccount(args([1, 4]), players=2).run()
    assert caught.value.code == "ACTION_FAILED"
    assert caught.value.sentence == "Action 1 is not legal in its state."


def test_no_action_is_legal_after_the_end_of_the_game() -> None:
    over = ToyState(ruleset_id="toy_review", active_player_id=0, game_over=True)
    with pytest.raises(ContractError):
        require_legal(0, over, ToyAction(number=1), illegal)


def test_not_following_names_the_index_of_the_state() -> None:
    error = not_following(3)
    assert (error.code, error.context) == ("INVALID_PARAMS", {"index": 3})
    assert error.sentence.startswith("State 4 does not follow")


def test_account_accepts_words_as_actions() -> None:
    data = {"states": [{}, {}, {}], "actions": ["rest", {"number": 1}]}
    assert parse_model(AccountArgs, data, "INVALID_PARAMS", "arguments").actions == ["rest", {"number": 1}]
    with pytest.raises(ContractError) as caught:
        parse_model(AccountArgs, data | {"actions": [3, "rest"]}, "INVALID_PARAMS", "arguments")
    assert caught.value.context["path"] == "actions.0"
