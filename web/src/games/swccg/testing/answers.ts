/** What the engine answers about the short game: the review, one decision's evaluation, and the weights. */
import type { Contribution, Evaluation, Grade, Outlook, Review, ReviewRow, State, WeightsTable } from "../types";
import { decisionRow, REPLAY, scores } from "./short-game";

function gradeOf(loss: number): Grade {
  return loss === 0 ? "SAME" : loss < 10 ? "CLOSE" : loss < 30 ? "DIFFERENT" : "FAR";
}

function reviewRow(index: number, weights: Record<string, number>): ReviewRow {
  const { decision_type, kind, text, phase, turn, whose_turn, inferred_answer, inferred_text, inferred_confidence } = decisionRow(index);
  const options = scores(index, weights);
  const [best] = options;
  const [plain] = scores(index, {});
  const mine = options.find(([answer]) => answer === inferred_answer)?.[2] ?? null;
  const gap = mine === null ? null : best![2] - mine;
  return {
    index,
    decision_type,
    kind,
    text,
    phase,
    turn,
    whose_turn,
    inferred_answer,
    inferred_text,
    inferred_confidence,
    best_answer: best![0],
    best_text: best![1],
    best_score: best![2],
    inferred_score: mine,
    gap,
    grade: gap === null ? null : gradeOf(gap),
    stakes: best![2] - options.at(-1)![2],
    mode: "even",
    loop: index === 4 ? 3 : 0,
    options: options.map(([answer, words, score]) => ({ answer, text: words, score, vetoed: false })),
    option_count: options.length,
    flipped: best![0] !== plain![0],
    default_answer: plain![0],
    default_text: plain![1],
    failed: [],
    baselines: { pass: "", keywords: options.at(-1)![0] },
  };
}

export function review(weights: Record<string, number>): Review {
  const decisions = REPLAY.decisions.flatMap(({ index, has_choice }) => (has_choice ? [reviewRow(index, weights)] : []));
  const graded = (grade: Grade): number => decisions.filter((row) => row.grade === grade).length;
  const agreement = { coach: 0.25, pass: 0, keywords: 0.25 };
  return {
    replay_id: "a1",
    cards: null,
    weights: "w",
    profile: "coach",
    decisions,
    touched: { "deploy.base": [1, 2] },
    summary: {
      decisions: decisions.length,
      known: decisions.filter(({ grade }) => grade !== null).length,
      same: graded("SAME"),
      close: graded("CLOSE"),
      different: graded("DIFFERENT"),
      far: graded("FAR"),
      flipped: decisions.filter(({ flipped }) => flipped).length,
      loops: 1,
      agreement,
      by_kind: decisions.map(({ kind, grade }) => ({
        kind,
        name: `Kind ${kind}`,
        decisions: 1,
        same: grade === "SAME" ? 1 : 0,
        agreement,
      })),
    },
  };
}

function reasons(score: number): Contribution[] {
  return [
    { code: "base", label: "Base", value: 5, evaluator: "combined", input: 1, weightName: "base", weight: 5 },
    {
      code: "rest",
      label: "All the rest",
      value: score - 5,
      evaluator: "deploy",
      input: (score - 5) / 2,
      weightName: "deploy.base",
      weight: 2,
    },
    ...(score < 0 ? [{ code: "veto_outmatched", label: "They are stronger there.", value: 0, evaluator: "battle" }] : []),
  ];
}

export function evaluation(state: State, answer: string | null, options: Record<string, unknown>): Evaluation {
  const rows = scores(state.index ?? 1, (options["weights"] ?? {}) as Record<string, number>);
  const best = rows[0]!;
  const mine = answer === null ? undefined : (rows.find(([given]) => given === answer)?.[2] ?? -50);
  return {
    bestAction: { answer: best[0] },
    bestActionEv: best[2],
    userAction: answer === null ? null : { answer },
    userActionEv: mine ?? null,
    deltaEv: mine === undefined ? null : mine - best[2],
    grade: mine === undefined ? null : gradeOf(best[2] - mine),
    candidates: rows.map(([given, text, ev]) => ({
      action: { answer: given },
      ev,
      note: text,
      features: { vetoed: ev < 0 ? 1 : 0 },
      reasons: reasons(ev),
    })),
    metadata: {
      totalLegalActions: rows.length,
      strategy: { mode: "behind", reasons: [{ code: "life", label: "life Force", value: -6 }], groups: { deploy: 1.25, battle: 1 } },
      failed: [],
      notes: [],
      artifacts: {},
      ...(options["log"] === true ? { log: ["DeployEvaluator: Vader 38.0"] } : {}),
    },
  };
}

const ONE_DRAW = { draws: 1, mean: 3, totals: [2, 4], chances: [0.5, 0.5] };
const NO_DRAW = { draws: 0, mean: 0, totals: [0], chances: [1] };

/** The outlook: a drain at the first location, a battle at the second. */
export const OUTLOOK: Outlook = {
  locations: [
    { index: 0, drain: 2, their_drain: null, battle: null, unknown: false },
    {
      index: 1,
      drain: null,
      their_drain: null,
      battle: {
        win: 0.5,
        lose: 0.25,
        dealt: 3,
        taken: 1,
        seat: { power: 3, ability: 4, forfeit: 4, destiny: ONE_DRAW, assumed: 0 },
        opponent: { power: 5, ability: 1, forfeit: 6, destiny: NO_DRAW, assumed: 1 },
      },
      unknown: false,
    },
  ],
  destiny: ONE_DRAW,
  opponent: { types: { Character: 6, Effect: 2 }, unknown: 1, destiny: ONE_DRAW, force: 12, hand: 6, power: 8.7 },
};

export const WEIGHTS: WeightsTable = {
  id: "w",
  profiles: ["coach", "document"],
  groups: [{ code: "deploy", name: "Deploying", description: "What and where." }],
  weights: [
    { name: "deploy.base", group: "deploy", label: "Base of a deployment", value: 0, minimum: -200, maximum: 200, document: true },
    { name: "deploy.reach", group: "deploy", label: "Reach", value: 2, minimum: -20, maximum: 20, document: false },
  ],
};
