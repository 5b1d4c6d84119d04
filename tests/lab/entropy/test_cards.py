"""The checker of feedback cards catches planted faults, and the cards of real moves have none."""

from __future__ import annotations

from dataclasses import replace

from py_engine.core.results import Candidate, Feedback
from py_engine.lab.entropy.cards import faults
from tests.lab.entropy.made_cards import cards


def test_cards_of_real_moves_have_no_faults_and_planted_ones_are_caught() -> None:
    found = cards(3)
    assert len(found) > 30
    assert [fault for each in found for fault in faults(each)] == []
    sound = next(
        each
        for each in found
        if {item.category for item in each.feedback} == {"line"} and "cell" not in str(each.user_action)
    )
    loss = sound.delta_ev or 0.0

    def planted(*items: Feedback) -> list[str]:
        return faults(replace(sound, feedback=items))

    text = f"Row a: \u2212{-loss:.1f} points, with RR instead of RG."
    assert planted(Feedback("line", text, loss)) == []
    assert planted(Feedback("line", text.replace("\u2212", "+"), loss))
    assert planted(Feedback("line", text, loss + 1))
    assert planted(Feedback("line", text, loss), Feedback("line", text, 0.0))
    assert planted(Feedback("overall", "This is the best move, 1 point ahead of placing it on A1.", loss))
    assert planted(Feedback("overall", "Too close to call: 1 point behind the best move.", loss))
    gain = Feedback("gain", "In return: Row b: +1.0 points, with RR instead of RG.", 1.0)
    assert planted(Feedback("line", text, loss), replace(gain, delta=-1.0))
    assert planted(gain)
    now = text.replace("RR instead of RG", "RR (scores 9) instead of RG (scores 2)")
    assert planted(Feedback("line", now, loss))
    still = now.replace(" points,", " points in the end, by what can still close,")
    assert planted(Feedback("line", still.replace("(scores 2)", "(scores 2, 8 more with any token)"), loss)) == []
    few = Feedback("side", "All rows together: \u22120.1 points.", -0.1)
    assert planted(few, Feedback("rest", f"Everything else together costs {-loss - 0.1:.1f} points.", loss + 0.1))
    stands = Feedback("now", "As it stands, the board scores 3 points after this move, 6 with the best move.", 0.0)
    for start, right in (("Everything else together", False), ("In all, it", True)):
        assert (planted(stands, Feedback("rest", f"{start} costs {-loss:.1f} points.", loss)) == []) == right
    gap = "All in all too close to call: 1 point behind."
    for said, right in ((gap, False), (f"Everything else together gains 0.6 points. {gap}", True)):
        least = replace(sound, verdict="undecided", feedback=[
            Feedback("line", f"Row a: \u2212{0.6 - loss:.1f} points, with RR instead of RG.", loss - 0.6),
            Feedback("overall", said, 0.6),
        ])  # fmt: skip
        assert (faults(least) == []) == right
    assert planted(
        Feedback("line", text, loss), Feedback("overall", "All in all too close to call: 1 point behind.", 0.0)
    )
    unsure = replace(sound, verdict="undecided", feedback=[Feedback("overall", "About as good: 1 point behind.", loss)])
    assert faults(unsure)
    costs = Feedback("overall", "All in all too close to call: as good as the best move.", 0.0)
    level = replace(sound, verdict="undecided", delta_ev=0.0, feedback=[costs])
    assert faults(level) == []
    worse = Feedback("balance", "Worse in row a: R\u00b7\u00b7 (a lone R) instead of RR\u00b7 (scores 2).", 0.0)
    better = Feedback("balance", "Better in row b: GG\u00b7 (scores 2) instead of an empty row.", 0.0)
    assert faults(replace(level, feedback=[worse, better, costs])) == []
    assert faults(replace(level, feedback=[worse, costs])), "what makes up for it is not said"
    more = "R\u00b7\u00b7 (scores 9) instead of RR\u00b7 (scores 2)"
    for start, right in (("row a", False), ("row a, by what can still close", True)):
        at_odds = replace(worse, text=f"Worse in {start}: {more}.")
        assert (faults(replace(level, feedback=[at_odds, better, costs])) == []) == right
    loose = replace(worse, text=f"Worse in row a: {more}, by what can still close.")
    assert faults(replace(level, feedback=[loose, better, costs])), "which of the lines can still close is left open"
    turned = replace(better, text=better.text.replace("Better", "Worse"))
    assert faults(replace(level, feedback=[turned, replace(worse, text=worse.text.replace("Worse", "Better")), costs]))
    cancel = Feedback("side", "Row a and Row b together: \u22120.6 points.", -0.6)
    rest = replace(costs, text=f"Everything else together gains 0.6 points. {costs.text}", delta=0.6)
    assert [fault for fault in faults(replace(level, feedback=[cancel, rest])) if "cancel out" in fault]


def test_a_card_with_more_sentences_than_screens_show_is_caught() -> None:
    sound = next(each for each in cards(3) if [item.category for item in each.feedback] == ["line", "line", "rest"])
    assert faults(sound) == []
    longer = replace(sound, feedback=[*sound.feedback, Feedback("overall", "And more.", 0.0)])
    assert "4 sentences" in faults(longer)


def test_moves_that_are_just_as_good_and_left_out_are_caught() -> None:
    text = "Nothing is better; placing it on a1 is just as good."
    level = [Candidate({"cell": cell}, 1.0, 0, 0.0) for cell in ("c3", "a1", "b2")]
    card = replace(cards(3)[0], user_action={"cell": "c3"}, best_action={"cell": "c3"}, delta_ev=0.0, verdict="best")
    card = replace(card, best_action_ev=1.0, candidates=level, evidence=None)

    def left_out(said: str) -> bool:
        found = faults(replace(card, feedback=[Feedback("overall", said, 0.0)]))
        return any("as good as the best one" in fault for fault in found)

    assert left_out(text)
    assert not left_out(text.replace("a1 is", "a1 and placing it on b2 are"))
    assert not left_out(text.replace("a1 is", "a1 and 1 other moves are"))


def test_points_for_and_against_a_move_whose_sum_is_not_said_are_caught() -> None:
    sound = next(each for each in cards(3) if each.metadata.solved and each.user_action != each.best_action)
    card = replace(sound, delta_ev=-1.0, best_action_ev=0.0, evidence=None)

    def found(against: float, gain: float, end: str) -> list[str]:
        said = [
            Feedback("line", f"Row a: \u2212{against:.1f} points, with RR instead of RG.", -against),
            Feedback("gain", f"In return: Row b: +{gain:.1f} points, with RR instead of RG.{end}", gain),
        ]
        return [
            fault for fault in faults(replace(card, feedback=said)) if "loss of 1.00" in fault or "loss is" in fault
        ]

    assert found(4.0, 3.0, " In all, it costs 1 point.") == []
    assert found(4.0, 3.0, "")
    assert found(4.0, 3.0, " In all, it costs 2 points.")
    assert found(3.0, 4.0, " In all, it costs 1 point.")
    assert found(1.4, 0.4, "") == []
