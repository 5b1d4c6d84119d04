/** A short game: its log, its decisions and its positions. */
import type { DecisionRow, Replay, State } from "../types";

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

export function decisionRow(index: number): DecisionRow {
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

/** The scores of a decision; the weight "deploy.base" is added to every option but a pass. */
export function scores(index: number, weights: Record<string, number>): [string, string, number][] {
  const extra = weights["deploy.base"] ?? 0;
  return GAME[index]!.options.map(([answer, text, score]): [string, string, number] => [
    answer,
    text,
    answer === "" ? score : score + extra,
  ]).sort((a, b) => b[2] - a[2]);
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
      shown: [],
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
