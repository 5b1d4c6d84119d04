import { describe, expect, it } from "vitest";
import { play, startSession, annotate } from "../../core/session";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import { accountOf, nextMistake } from "./account";

describe("account", () => {
  it("sums losses and luck by player, and counts graded decisions", () => {
    let session = startSession(pileState(3, 0));
    session = play(session, { add: 2 }, pileState(5, 1));
    session = play(session, { add: 1 }, pileState(6, 0));
    session = play(session, { add: 3 }, pileState(9, 1));
    const action = session.decisions[0]?.action;
    session = annotate(session, 0, action, { evaluation: evaluation({ add: 2 }), luck: [1.5, -1.5] });
    const account = accountOf(session.decisions, 2, true);
    expect(account).toEqual({
      skill: [-2, 0],
      undecided: [0, 0],
      luck: [1.5, -1.5],
      graded: [1, 0],
      made: [2, 1],
      withheld: "none",
      chance: true,
      apart: null,
    });
  });

  it("steps through the mistakes by size and wraps around", () => {
    const mistakes = [{ index: 7 }, { index: 2 }, { index: 5 }];
    expect(nextMistake(mistakes, 0)).toBe(7);
    expect(nextMistake(mistakes, 7)).toBe(2);
    expect(nextMistake(mistakes, 5)).toBe(7);
    expect(nextMistake([], 3)).toBeNull();
  });
});
