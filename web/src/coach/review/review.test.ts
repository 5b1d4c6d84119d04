import { describe, expect, it } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import type { Decision } from "../../core/session";
import type { EvaluationView, Verdict } from "../../core/types";
import { accountOf } from "../game/account";
import { accuracyOf } from "./accuracy";
import { lineKind, valueLine, valuePath } from "./chart";
import { faultsOf, tally, turningPoints } from "./faults";
import { reckoningOf } from "./reckoning";

const LIMITS = [
  { scale: "win" as const, unit: "points of a hundred", good: 0.5, inaccuracy: 5, mistake: 10, blunder: 15 },
  { scale: "points" as const, unit: "points", good: 0.05, inaccuracy: 0.5, mistake: 2, blunder: 5 },
];

interface Judged {
  player?: number;
  delta?: number;
  verdict?: Verdict;
  winLoss?: number | null;
  decided?: boolean;
  extra?: Partial<EvaluationView>;
}

function made({ player = 0, delta = -1, verdict = "good", winLoss = null, decided = false, extra = {} }: Judged): Decision {
  const found = { ...evaluation({ add: 1 }), deltaEv: delta, verdict, winLoss, decided, ...extra };
  return { state: pileState(0, player), action: { add: 1 }, evaluation: found, luck: null };
}
const END: Decision = { state: pileState(10), action: null, evaluation: null, luck: null };
const forced = { metadata: { ...evaluation(null).metadata, totalLegalActions: 1 } };

describe("accuracy", () => {
  it("falls from 100% for no loss to 0% for the loss of a blunder, each in its own unit", () => {
    expect(accuracyOf([made({ delta: 0 }), made({ delta: -2.5 })], 0, LIMITS)).toEqual({ accuracy: 0.75, count: 2 });
    expect(accuracyOf([made({ winLoss: 0.075, delta: -9 })], 0, LIMITS)?.accuracy).toBeCloseTo(0.5);
    expect(accuracyOf([made({ winLoss: 0.4 })], 0, LIMITS)?.accuracy).toBe(0);
  });

  it("leaves out forced moves, decided positions, other players and what is not graded", () => {
    const game = [made({ decided: true }), made({ extra: forced }), made({ player: 1 }), made({ extra: { deltaEv: null } }), END];
    expect(accuracyOf(game, 0, LIMITS)).toBeNull();
  });
});

describe("faults", () => {
  const game = [
    made({ verdict: "inaccuracy", winLoss: 0.07 }),
    made({ verdict: "blunder", winLoss: 0.2 }),
    made({ verdict: "blunder", winLoss: 0.5, decided: true }),
    made({ verdict: "undecided", winLoss: 0.3 }),
    made({ verdict: "mistake", winLoss: 0.12, player: 1 }),
    made({ verdict: "blunder", delta: -9 }),
    made({ verdict: "blunder", winLoss: 0.3 }),
    END,
  ];

  it("are listed by verdict, then by size; never those that are decided or too close to call", () => {
    expect(faultsOf(game, null).map(({ index }) => index)).toEqual([6, 1, 5, 4, 0]);
    expect(faultsOf(game, [1]).map(({ index }) => index)).toEqual([4]);
    const old = { ...evaluation({ add: 1 }), deltaEv: -9 };
    expect(faultsOf([{ ...made({}), evaluation: old }], null)).toEqual([]);
  });

  it("make the turning points, in the same order", () => {
    expect(turningPoints(game)).toEqual([6, 1, 5]);
    expect(turningPoints(game, 1)).toEqual([6]);
    expect(turningPoints([made({}), END])).toEqual([]);
  });

  it("are counted with the other verdicts, and every graded move counts once", () => {
    const counts = tally([...game, made({ verdict: "best", extra: forced })], 0);
    expect(counts).toEqual({
      best: 0,
      good: 0,
      inaccuracy: 1,
      mistake: 0,
      blunder: 3,
      undecided: 0,
      surely: 1,
      worse: 0,
      slim: 0,
      forced: 1,
      decided: 1,
    });
    // What the list of moves shows: a best move is the best one, and a slim chance that goes is not good.
    const slim = { winProbability: 0.06, winLoss: 0.045 };
    const near = [made({ verdict: "best", extra: { bestAction: { add: 9 } } }), made({ verdict: "good", extra: slim })];
    expect(tally(near, 0)).toMatchObject({ best: 0, good: 1, slim: 1 });
  });
});

describe("the reckoning", () => {
  const game = [made({ delta: -2 }), made({ player: 1, delta: -3 }), END];
  const account = { ...accountOf(game, 2, true), luck: [4, -4] };
  const parts = { account, par: [1, -1], result: [8, -8], luckErrors: [0.3, 0.3], opposed: true };

  it("adds up to the result, with what is left open", () => {
    const [mine, other] = reckoningOf(game, parts) ?? [];
    expect(mine).toMatchObject({ par: 1, skill: -2, given: 3, luck: 4, rest: 2, result: 8 });
    expect(other?.rest).toBe(-2);
    expect(mine?.error).toBeCloseTo(2 * Math.sqrt(2 * 0.1 ** 2 + 0.3 ** 2));
  });

  it("divides what one of several loses among the others", () => {
    const three = [...game.slice(0, 2), made({ player: 2, delta: 0 }), END];
    const many = { ...parts, account: { ...accountOf(three, 3, true), luck: [4, -3, -1] }, luckErrors: [0, 0, 0] };
    const ends = { par: [40, 30, 30], result: [100, 0, 0] };
    const shares = [
      [0, 0.75, 0.25],
      [0.5, 0, 0.5],
      [0.5, 0.5, 0],
    ];
    const found = reckoningOf(three, { ...many, ...ends, gainsOf: (move) => shares[move] ?? null });
    expect(found?.map(({ given }) => given)).toEqual([1.5, 1.5, 2]);
    expect(found?.map(({ rest }) => rest)).toEqual([100 - 40 + 2 - 1.5 - 4, -30 + 3 - 1.5 + 3, -30 - 2 + 1]);
    expect(found?.[2]?.error).toBeCloseTo(2 * Math.hypot(0.025, 0.05, 0.1));
    expect(reckoningOf(three, { ...many, ...ends, gainsOf: () => null })).toBeNull();
  });

  it("states no error where that of the luck is not known", () => {
    expect(reckoningOf(game, { ...parts, luckErrors: null })?.map(({ error }) => error)).toEqual([null, null]);
  });

  it("counts what the hands brought that are judged in another unit, and then waits for no grade of theirs", () => {
    const open = [...game.slice(0, 1), { ...made({ player: 1 }), evaluation: null }, END];
    const found = reckoningOf(open, { ...parts, account: { ...accountOf(open, 2, true), luck: [4, -4] }, apart: [5, -5], opposed: false });
    expect(found?.map(({ apart, rest }) => [apart, rest])).toEqual([
      [5, 0],
      [-5, 2],
    ]);
  });

  it("waits for every grade", () => {
    const open = [...game.slice(0, 1), { ...made({ player: 1 }), evaluation: null }, END];
    expect(reckoningOf(open, { ...parts, account: accountOf(open, 2, true) })).toBeNull();
  });
});

describe("the line of the chart", () => {
  const parts = { kind: "value" as const, player: 0, players: 2, end: null, expected: [] };

  it("shows one player's chance to win, whoever moves, and ends with the result", () => {
    const game = [made({ extra: { winProbability: 0.6 } }), made({ player: 1, extra: { winProbability: 0.9 } }), END];
    const line = valueLine(game, { ...parts, kind: "win", end: 1 });
    expect(line?.kind).toBe("win");
    expect(line?.values.map((value) => (value === null ? null : Math.round(value)))).toEqual([60, 10, 100]);
  });

  it("shows what matters most in the game, however much of it is known", () => {
    const [win, points] = [LIMITS.slice(0, 1), LIMITS.slice(1)];
    expect(lineKind({ verdictLimits: win, win: false, forecast: false })).toBe("win");
    expect(lineKind({ verdictLimits: points, win: false, forecast: true })).toBe("score");
    expect(lineKind({ verdictLimits: LIMITS, win: true, forecast: true })).toBe("win");
    expect(lineKind({ verdictLimits: LIMITS, win: false, forecast: false })).toBe("value");
  });

  it("keeps its meaning when grades arrive before the forecast", () => {
    const game = [made({ extra: { bestActionEv: 3 } }), END];
    expect(valueLine(game, { ...parts, kind: "score", expected: [null, null] })).toBeNull();
    expect(valueLine(game, { ...parts, kind: "score", expected: [240, null] })).toMatchObject({ kind: "score", values: [240, null] });
    expect(valueLine(game, { ...parts, kind: "win" })).toBeNull();
  });

  it("shows values of positions from one player's view", () => {
    const values = valueLine([made({ extra: { bestActionEv: 3 } }), made({ player: 1, extra: { bestActionEv: 5 } }), END], parts);
    expect(values).toMatchObject({ kind: "value", values: [3, -5, null] });
    expect(valueLine([END], parts)).toBeNull();
  });

  it("bridges what is not known yet", () => {
    expect(valuePath([1, null, 3], (value) => value)).toBe("0.5 1L2.5 3");
  });
});
