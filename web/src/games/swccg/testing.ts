/** A fake engine that knows one short game, for tests only. */
import type { AskOptions, ScreenEngine, ScreenParams, ScreenTools } from "../screen-types";
import type { Contribution, DecisionRow, Evaluation, Grade, Replay, Review, ReviewRow, State, WeightsTable } from "./types";

export const REPLAY_XML = '<?xml version="1.0"?><gameReplay><ge type="P"/></gameReplay>';
export const DECISION_XML = '<ge type="D" decisionType="MULTIPLE_CHOICE" id="1" text="Draw?"/>';
export const DARK_JSON = '{"cards":[{"gempId":"1_168","side":"Dark"}]}';
export const LIGHT_JSON = '{"cards":[{"gempId":"1_19","side":"Light"}]}';

/** The decisions of the game: their options (answer, text, score; best first) and the chosen answer. */
const GAME: {
  text: string;
  phase: string;
  turn: number;
  kind: string;
  options: [string, string, number][];
  chosen: string | null;
  sure?: number;
  alike?: number;
}[] = [
  { text: "Choose starting location", phase: "Start", turn: 0, kind: "start", options: [["temp0", "Tatooine", 0]], chosen: "temp0" },
  {
    text: "Choose Deploy action or Pass",
    phase: "Deploy (turn #1)",
    turn: 1,
    kind: "deploy",
    options: [
      ["3", "Deploy <b>Vader</b>", 38],
      ["0", "Deploy Probe Droid", 12.5],
      ["", "Pass", 5],
    ],
    chosen: "3",
    sure: 0.93,
  },
  {
    text: "Choose Battle action or Pass",
    phase: "Battle (turn #1)",
    turn: 1,
    kind: "battle",
    options: [
      ["", "Pass", 5],
      ["1", "Battle at Tatooine", -30],
    ],
    chosen: "1",
    sure: 0.88,
  },
  { text: "Optional responses", phase: "Battle (turn #1)", turn: 1, kind: "response", options: [["", "Pass", 0]], chosen: "" },
  {
    text: "Choose Force to lose",
    phase: "Control (turn #2)",
    turn: 2,
    kind: "lose",
    options: [
      ["11,22", "Reserve and Used", 30],
      ["11,33", "Reserve and hand", 22],
      ["22,33", "Used and hand", -10],
    ],
    chosen: "11,33",
    sure: 0.3,
    alike: 2,
  },
  {
    text: "Choose Move action or Pass",
    phase: "Move (turn #2)",
    turn: 2,
    kind: "move",
    options: [
      ["", "Pass", 20],
      ["2", "Move Vader", 2],
    ],
    chosen: null,
  },
];

function decisionRow(index: number): DecisionRow {
  const { text, phase, turn, kind, options, chosen, sure, alike } = GAME[index]!;
  return {
    index,
    decision_type: kind === "lose" ? "CARD_SELECTION" : "CARD_ACTION_CHOICE",
    kind,
    text,
    phase,
    turn: turn === 0 ? null : turn,
    whose_turn: turn === 0 ? null : turn === 1 ? "DarkBot" : "LightBot",
    option_count: options.length,
    has_choice: options.length > 1,
    inferred_answer: chosen,
    inferred_confidence: chosen === null ? 0 : (sure ?? 1),
    inferred_text: chosen === null ? null : (options.find(([answer]) => answer === chosen)?.[1] ?? null),
    alike: alike ?? 1,
  };
}

export const REPLAY: Replay = {
  replay_id: "a1",
  seat: "DarkBot",
  opponent: "LightBot",
  side: "dark",
  winner: "DarkBot",
  events: 321,
  warnings: [{ code: "TRUNCATED", text: "The log ends in the middle of an event." }],
  cards: { id: null, known: 0, unknown: ["1_168"] },
  decisions: GAME.map((_, index) => decisionRow(index)),
};

export function gradeOf(loss: number): Grade {
  return loss === 0 ? "SAME" : loss < 10 ? "CLOSE" : loss < 30 ? "DIFFERENT" : "FAR";
}

/** The scores of a decision; the weight "deploy.base" is added to every option but a pass. */
function scores(index: number, weights: Record<string, number>): [string, string, number][] {
  const extra = weights["deploy.base"] ?? 0;
  return GAME[index]!.options.map(([answer, text, score]): [string, string, number] => [
    answer,
    text,
    answer === "" ? score : score + extra,
  ]).sort((a, b) => b[2] - a[2]);
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

function review(weights: Record<string, number>): Review {
  const decisions = GAME.flatMap(({ options }, index) => (options.length > 1 ? [reviewRow(index, weights)] : []));
  const graded = (grade: Grade): number => decisions.filter((row) => row.grade === grade).length;
  const agreement = { coach: 0.25, pass: 0, keywords: 0.25 };
  return {
    replay_id: "a1",
    cards: null,
    weights: "w",
    profile: "coach",
    decisions,
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

export function stateAt(index: number): State {
  const { text, kind, options, phase, turn } = GAME[index]!;
  const piles = { force: 4, hand: 2, reserve: 30, used: 3, lost: 1, out_of_play: 0 };
  return {
    ruleset_id: "swccg_gemp_v1",
    warnings: [],
    replay_id: "a1",
    index,
    seat: "DarkBot",
    opponent: "LightBot",
    side: "dark",
    phase,
    turn,
    whose_turn: "DarkBot",
    lacks: [],
    board: {
      piles: { seat: piles, opponent: { ...piles, hand: 5 } },
      force_generation: { seat: 3, opponent: null },
      locations: [
        { index: 0, card_id: "9", blueprint_id: "1_290", system: "Tatooine", owner: "seat", power: { seat: 6.5, opponent: null } },
        { index: 1, card_id: "10", blueprint_id: "1_291", system: null, owner: "opponent", power: { seat: null, opponent: 0 } },
      ],
      cards: [
        { card_id: "9", blueprint_id: "1_290", zone: "LOCATIONS", owner: "seat", location: 0, attached_to: null },
        { card_id: "11", blueprint_id: "1_168", zone: "AT_LOCATION", owner: "seat", location: 0, attached_to: null },
        { card_id: "12", blueprint_id: "-1_1", zone: "SIDE_OF_TABLE", owner: "opponent", location: null, attached_to: null },
        { card_id: "13", blueprint_id: "1_168", zone: "HAND", owner: "seat", location: null, attached_to: null },
        { card_id: "14", blueprint_id: "5_5", zone: "HAND", owner: "seat", location: null, attached_to: null },
      ],
      battle:
        kind === "battle"
          ? { location: 0, cards: ["11"], power: { seat: 6.5, opponent: 2 }, destiny_draws: { seat: 1, opponent: 0 } }
          : null,
      seen: [],
      messages: ["DarkBot deploys <i>Vader</i>"],
    },
    titles: { "1_168": "•Darth Vader", "1_290": "•Tatooine", "1_291": "•Cantina" },
    cards: { "1_168": { title: "•Darth Vader", power: 6, ability: 6, deploy: 6 } },
    decision: {
      decision_type: kind === "lose" ? "CARD_SELECTION" : "CARD_ACTION_CHOICE",
      kind,
      text,
      min: kind === "lose" ? 2 : 0,
      max: kind === "lose" ? 2 : 1,
      default: null,
      no_pass: false,
      options: [...new Set(options.flatMap(([answer]) => answer.split(",")))]
        .filter((answer) => answer !== "")
        .map((answer) => ({
          answer,
          text: options.find(([given]) => given === answer)?.[1] ?? `Card ${answer}`,
          card_id: null,
          blueprint_id: null,
          selectable: true,
          preselected: false,
        })),
      repeats: kind === "lose" ? { "11,22": 2 } : {},
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

function evaluation(state: State, answer: string | null, options: Record<string, unknown>): Evaluation {
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

export const WEIGHTS: WeightsTable = {
  id: "w",
  profiles: ["coach", "document"],
  groups: [{ code: "deploy", name: "Deploying", description: "What and where." }],
  weights: [
    { name: "deploy.base", group: "deploy", label: "Base of a deployment", value: 0, minimum: -200, maximum: 200, document: true },
    { name: "deploy.reach", group: "deploy", label: "Reach", value: 2, minimum: -20, maximum: 20, document: false },
  ],
};

interface Refusal extends Error {
  code?: string;
}

export function refusal(message: string, code: string): Refusal {
  return Object.assign(new Error(message), { code });
}

/** An engine that forgets everything when `restart` is called, as a new worker does. */
export class FakeSwccg implements ScreenEngine {
  generation = 1;
  /** The names of the queries so far. */
  asked: string[] = [];
  /** While set, reviews wait for this promise. */
  held: Promise<void> | null = null;
  failNext: Refusal | null = null;
  #cards = 0;
  #replay = false;

  restart(): void {
    this.generation += 1;
    this.#cards = 0;
    this.#replay = false;
  }

  async query<T extends object>(name: string, args: object, options: AskOptions = {}): Promise<T> {
    this.asked.push(name);
    await Promise.resolve();
    if (this.failNext !== null) {
      const error = this.failNext;
      this.failNext = null;
      throw error;
    }
    return (await this.#answer(name, args as Record<string, unknown>, options)) as T;
  }

  async #answer(name: string, args: Record<string, unknown>, { signal, onProgress }: AskOptions): Promise<object> {
    if (name === "weights") return WEIGHTS;
    if (name === "load_cards") {
      const texts = [args["dark_json"], args["light_json"]].filter((text) => typeof text === "string");
      this.#cards = texts.length;
      const skipped = [{ side: "dark", index: 3, id: null, reason: "It has no gempId." }];
      return {
        cards: 1820 * texts.length,
        taken: texts.length === 2 ? { dark: 1820, light: 1820 } : { dark: 1820 },
        skipped,
        skipped_in_all: 61,
        id: `c${this.#cards}`,
      };
    }
    if (name === "load_replay") {
      const text = atob(String(args["data_base64"]));
      if (!text.includes("<gameReplay>")) throw refusal("No decision could be read in this file.", "INVALID_PARAMS");
      this.#replay = true;
      return { ...REPLAY, cards: { ...REPLAY.cards, id: this.#cards === 0 ? null : "c", unknown: this.#cards === 0 ? ["1_168"] : [] } };
    }
    if (name === "parse_decision") return { ...stateAt(1), replay_id: null, index: null, lacks: ["board", "hand"] };
    if (!this.#replay) throw refusal("There is no such replay.", "NOT_FOUND");
    if (name === "decision_state") return stateAt(Number(args["index"]));
    onProgress?.(0.5);
    await this.held;
    if (signal?.aborted === true) throw Object.assign(new Error("Stopped on request."), { name: "AbortError", code: "CANCELLED" });
    return review((args["weights"] ?? {}) as Record<string, number>);
  }

  async evaluate<T extends object>(state: object, action: unknown, params: ScreenParams): Promise<T> {
    const answer = (action as { answer: string } | null)?.answer ?? null;
    this.asked.push(answer === null ? "evaluate" : `grade ${answer}`);
    if (answer === "illegal") throw refusal("That answer is not legal here.", "ACTION_FAILED");
    return evaluation(state as State, answer, params.evaluatorOptions ?? {}) as unknown as T;
  }

  async describe(): Promise<string> {
    return "A decision in words.";
  }

  async observe<T extends object>(state: object): Promise<T> {
    return state as T;
  }
}

/** The tools that a page would provide, in memory. */
export function fakeTools(fake = new FakeSwccg()) {
  const kept = new Map<string, unknown>();
  const opening = new Map<string, number>();
  const texts = new Map<string, string>();
  const said: string[] = [];
  const copied: string[] = [];
  const tools: ScreenTools = {
    engine: fake,
    shelf: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
      del: async (key) => void kept.delete(key),
      rename: async (from, to) => {
        if (kept.has(from)) kept.set(kept.has(to) ? `${to}:${kept.size}` : to, kept.get(from));
        kept.delete(from);
      },
      names: async (prefix) => [...kept.keys()].filter((name) => name.startsWith(prefix)),
    },
    attempts: {
      most: 3,
      deaths: (name) => opening.get(name) ?? 0,
      begin: (name) => void opening.set(name, (opening.get(name) ?? 0) + 1),
      end: (name) => void opening.delete(name),
    },
    texts: {
      read: (key) => texts.get(key) ?? null,
      write: (key, text) => void (text === null ? texts.delete(key) : texts.set(key, text)),
    },
    announce: (sentence) => said.push(sentence),
    copy: async (text, what) => {
      copied.push(text);
      return `${what} copied.`;
    },
    fetchFile: async () => new TextEncoder().encode(REPLAY_XML),
  };
  return { fake, tools, kept, texts, said, copied };
}

/** A file as the browser provides it. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return Object.assign(new File([bytes], name), { arrayBuffer: async () => bytes.buffer });
}

/** Waits until pending promises and timers of 0 ms have run. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
