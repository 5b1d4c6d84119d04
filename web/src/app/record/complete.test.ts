import { expect, test } from "vitest";
import { WIN_UNIT } from "../../coach/decision/scale";
import type { About } from "../../store";
import { completed, isIncomplete } from "./complete";
import { lossesOf } from "./losses";
import { toRecord } from "./record";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import { played, type Session } from "../../core/session";

const decision = (pile: number, player: number, loss: number | null, luck: readonly number[] | null = null) => ({
  state: pileState(pile, player),
  action: { add: 1 },
  evaluation: loss === null ? null : evaluation({ add: 1 }, loss),
  luck,
});

/** A game of which the last decision was taken back. */
const SESSION: Session = {
  decisions: [decision(0, 0, 1, [2, -2]), decision(1, 1, null, [-0.5, 0.5]), decision(2, 0, 3), decision(3, 1, null), decision(4, 0, 9)],
  cursor: 4,
};
const TEXT = JSON.stringify(toRecord(SESSION, [null, "one"], true));
const { squares, ...losses } = lossesOf(played(SESSION), () => true);
const ABOUT: About = {
  begun: 1,
  moves: 4,
  opponents: ["One"],
  daily: null,
  over: true,
  outcome: "won",
  result: "",
  unit: "points",
  ...losses,
};

test("a summary of an earlier version is completed from the record of its game", () => {
  expect(isIncomplete(ABOUT)).toBe(true);
  const found = completed(ABOUT, TEXT)!;
  expect(found).toMatchObject({ ...ABOUT, squares, luck: 1.5 });
  expect([squares, isIncomplete(found)]).toEqual([40, false]);
});

test("a summary in chances to win counts the losses in that unit alone, and no luck in points", () => {
  const decisions = SESSION.decisions.map((each, index) =>
    index !== 2 || each.evaluation === null
      ? each
      : { ...each, evaluation: { ...each.evaluation, metadata: { ...each.evaluation.metadata, objective: "win" } } },
  );
  const { squares: _own, ...mixed } = lossesOf([decisions[2]!], () => true);
  const text = JSON.stringify(toRecord({ ...SESSION, decisions }, [null, "one"], true));
  expect(completed({ ...ABOUT, ...mixed, unit: WIN_UNIT }, text)).toMatchObject({ graded: 1, squares: 36, luck: null });
});

test("a summary that counts other losses than the record holds stays as it is", () => {
  expect(completed({ ...ABOUT, lost: 5 }, TEXT)).toBeNull();
  expect(completed({ ...ABOUT, graded: 3 }, TEXT)).toBeNull();
  expect(completed(ABOUT, "{cut")).toBeNull();
});
