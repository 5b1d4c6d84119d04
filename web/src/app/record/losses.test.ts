import { expect, test } from "vitest";
import type { Decision, GameState } from "../../core/session";
import { INFO } from "../../core/testing/fake-engine";
import { kindLossesOf, lossesIn, lossesOf } from "./losses";

const decision = (player: number, deltaEv: number | null, kind = ""): Decision =>
  ({
    state: { active_player_id: player },
    action: 1,
    evaluation: deltaEv === null ? null : { deltaEv, metadata: { decision: kind } },
    luck: null,
  }) as unknown as Decision;
const mine = ({ active_player_id: player }: GameState): boolean => player === 0;

test("the losses of a game are those of the person's graded decisions, with the costliest", () => {
  const game = [decision(0, -1), decision(1, -9), decision(0, null), decision(0, -2.5), decision(0, 0.5)];
  expect(lossesOf(game, mine)).toEqual({ graded: 3, lost: 3.5, worst: { index: 3, loss: 2.5 }, squares: 7.25 });
});

test("a loss in a decided game counts, but is never the costliest decision", () => {
  const made = decision(0, -9);
  const decided = { ...made, evaluation: { ...made.evaluation!, decided: true } };
  expect(lossesOf([decision(0, -1), decided], mine)).toMatchObject({ graded: 2, lost: 10, worst: { index: 0, loss: 1 } });
  expect(lossesOf([decided], mine).worst).toBeNull();
});

test("a game without a loss has no costliest decision", () => {
  expect(lossesOf([decision(0, 0), decision(1, -3)], mine)).toEqual({ graded: 1, lost: 0, worst: null, squares: 0 });
});

test("losses are summed by kind, without kinds that did not come up", () => {
  const kinds = ["draft", "pass", "score"].map((code) => ({ code, name: code.toUpperCase() }));
  const game = [decision(0, -1, "draft"), decision(1, -9, "pass"), decision(0, -2, "draft"), decision(0, 0, "score")];
  expect(kindLossesOf(game, kinds, mine)).toEqual([
    { code: "draft", name: "DRAFT", graded: 2, lost: 3 },
    { code: "score", name: "SCORE", graded: 1, lost: 0 },
  ]);
});

test("in a game with verdicts the worst decision is the one that the game's screens name first, with its cost", () => {
  const limits = { unit: "points", good: 0, inaccuracy: 1, mistake: 2, blunder: 5 };
  const info = { ...INFO, verdictLimits: [{ ...limits, scale: "points" as const }] };
  const judged = (deltaEv: number, verdict: string, more = {}): Decision => {
    const made = decision(0, deltaEv);
    return { ...made, evaluation: { ...made.evaluation!, verdict, candidates: [], ...more } as Decision["evaluation"] };
  };
  const game = [
    judged(-3, "mistake"),
    judged(-9, "undecided"),
    judged(-8, "blunder", { decided: true }),
    judged(-2, "blunder", { winLoss: 0.2 }),
  ];
  // The game counts points, so the cost is in points, too.
  expect(lossesIn(info, game, mine).worst).toEqual({ index: 3, loss: 20, cost: "−2.0 points" });
  expect(lossesIn(info, game.slice(0, 2), mine).worst).toMatchObject({ index: 0, loss: 3 });
  expect(lossesIn(info, game.slice(1, 3), mine).worst).toBeNull();
});
