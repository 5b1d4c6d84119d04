/** Positions and evaluations for tests. */
import type { BoardEvaluation } from "../types";
import { CATEGORIES } from "./card";
import type { Category, Keep, YatzyAction, YatzyState } from "./types";

/** After the first throw of a two-player game: 4 4 6 1 4, with a few rows filled. */
export function midState(patch: Partial<YatzyState> = {}): YatzyState {
  return {
    state_version: 1,
    ruleset_id: "yatzy_v1",
    active_player_id: 0,
    chance_counter: 7,
    game_over: false,
    options: {},
    players: [
      { scores: { ones: 2, sixes: 18, small_straight: 0, chance: 22 }, upper: 20, bonus: 0, total: 42 },
      { scores: { twos: 6, yatzy: 50, one_pair: 12 }, upper: 6, bonus: 0, total: 68 },
    ],
    dice: [4, 4, 6, 1, 4],
    rolls_left: 2,
    points: {
      twos: 0,
      threes: 0,
      fours: 12,
      fives: 0,
      one_pair: 8,
      two_pairs: 0,
      three_of_a_kind: 12,
      four_of_a_kind: 0,
      large_straight: 0,
      full_house: 0,
      yatzy: 0,
    },
    last_events: [],
    ...patch,
  };
}

/** The start of a turn with real dice. */
export function awaitingState(patch: Partial<YatzyState> = {}): YatzyState {
  return midState({ options: { real_dice: true }, dice: [null, null, null, null, null], rolls_left: 3, points: {}, ...patch });
}

/** "x.x.." keeps the first and the third die. */
export function keep(places: string): Keep {
  return { keep: [...places].map((place) => place === "x") };
}

export function score(category: Category): YatzyAction {
  return { score: category };
}

/** Every hold while throws are left, and every open row. */
export function legalOf(state: YatzyState): YatzyAction[] {
  const holds = Array.from({ length: 32 }, (_, bits): YatzyAction => ({
    keep: [0, 1, 2, 3, 4].map((place) => (bits & (1 << place)) !== 0),
  }));
  const rows = CATEGORIES.filter((category) => state.points?.[category] !== undefined).map(score);
  return [...(state.rolls_left > 0 ? holds : []), ...rows];
}

/** An exact evaluation with these values, best first. */
export function evaluationOf(values: readonly [YatzyAction, number][]): BoardEvaluation {
  const candidates = values.map(([action, ev]) => ({ action, ev, stderr: 0 })).sort((a, b) => b.ev - a.ev);
  const best = candidates[0];
  if (best === undefined) throw new Error("an evaluation has candidates");
  return { bestAction: best.action, bestActionEv: best.ev, candidates };
}

/** An evaluation in which keeping the three fours is best and most rows are far behind. */
export function midEvaluation(): BoardEvaluation {
  return evaluationOf([
    [keep("xx..x"), 190.5],
    [keep("xxx.x"), 189.25],
    [keep("xx..."), 190.46],
    [score("fours"), 180],
    [score("three_of_a_kind"), 190.4995],
    [score("yatzy"), 178.111],
  ]);
}
