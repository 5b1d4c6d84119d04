/** A small four-player game with hidden cards, for tests only: pass one card to the left, then play two tricks of a point each. */
import type { GameInfo } from "../engine-port";
import type { EvaluationResult, GameState } from "../../engine/types";
import { evaluation, FakeEngine, INFO, type FakeOptions, type FakeTask } from "./fake-engine";

export interface TricksState extends GameState {
  /** By seat: the cards held, or their number if hidden. */
  hands: (number[] | number)[];
  /** By seat: the card passed on; null before, 0 if hidden. */
  given: (number | null)[];
  trick: number[];
  points: number[];
  scores: number[];
}

export type TricksAction = { give: number } | { play: number };

const SEATS = [0, 1, 2, 3];
export const HANDS = 2;

const query = (name: string): object => ({ name, description: "", argsSchema: {} });
const level = (id: string, name: string): object => ({ id, name, description: "", strength: "", params: { evaluator: id }, pars: {} });

export const TRICKS_INFO = {
  ...INFO,
  rulesetId: "tricks_v1",
  name: "Tricks",
  players: 4,
  minPlayers: 4,
  capabilities: [...INFO.capabilities, "hidden_information"],
  levels: [level("low", "Low"), level("high", "High"), level("odd", "Odd")],
  queries: ["account", "claim", "deal_proof", "beliefs"].map(query),
  decisions: [
    { code: "give", name: "Gives" },
    { code: "play", name: "Plays" },
  ],
} as unknown as GameInfo;

/** The deal of eight cards, two each, by the seed and the number of the hand. */
function dealt(seed: number, hand: number): number[][] {
  const turn = (seed + hand) % 8;
  return SEATS.map((seat) => [1 + ((2 * seat + turn) % 8), 1 + ((2 * seat + 1 + turn) % 8)].sort((a, b) => a - b));
}

export function tricksState(seed = 5, hand = 1, scores = [0, 0, 0, 0]): TricksState {
  return {
    state_version: 1,
    ruleset_id: "tricks_v1",
    active_player_id: 0,
    seed,
    chance_counter: hand,
    game_over: false,
    returns: [null, null, null, null],
    last_events: [],
    warnings: [],
    hands: dealt(seed, hand),
    given: [null, null, null, null],
    trick: [],
    points: [0, 0, 0, 0],
    scores,
  };
}

function without(hands: TricksState["hands"], seat: number, card: number): number[][] {
  return (hands as number[][]).map((hand, at) => (at === seat ? hand.filter((other) => other !== card) : hand));
}

function moved(state: TricksState, action: TricksAction): TricksState {
  const me = state.active_player_id;
  const card = "give" in action ? action.give : action.play;
  if (!Array.isArray(state.hands[me]) || !state.hands[me].includes(card)) throw new Error("That card is not in the hand.");
  const events = [{ type: "give" in action ? "give" : "play", player_id: me, card }];
  const next = { ...state, last_events: events, active_player_id: (me + 1) % 4 };
  if ("give" in action) {
    const given = state.given.map((other, seat) => (seat === me ? card : other));
    if (given.includes(null)) return { ...next, given };
    const hands = SEATS.map((seat) => {
      const kept = (state.hands[seat] as number[]).filter((other) => other !== given[seat]);
      return [...kept, given[(seat + 3) % 4] ?? 0].sort((a, b) => a - b);
    });
    return { ...next, given, hands };
  }
  const hands = without(state.hands, me, card);
  const trick = [...state.trick, card];
  if (trick.length < 4) return { ...next, hands, trick };
  const winner = (me + 1 + trick.indexOf(Math.max(...trick))) % 4;
  const points = state.points.map((own, seat) => own + (seat === winner ? 1 : 0));
  const after = { ...next, hands, trick: [], points, active_player_id: winner };
  if (hands.some((hand) => hand.length > 0)) return after;
  const scores = state.scores.map((own, seat) => own + (points[seat] ?? 0));
  const ended = { type: "hand_over", points, scores };
  if (state.chance_counter < HANDS) {
    return { ...tricksState(state.seed ?? 0, state.chance_counter + 1, scores), last_events: [...events, ended] };
  }
  return { ...after, scores, game_over: true, returns: scores.map((score) => -score), last_events: [...events, ended] };
}

/** The lowest card is best; the other costs 0.5 points, or 1.5 when passed on. */
function known(state: TricksState, action: TricksAction | null): EvaluationResult {
  const hand = state.hands[state.active_player_id] as number[];
  const gives = state.given.includes(null);
  const actions = hand.map((card) => (gives ? { give: card } : { play: card }));
  const step = gives ? 1.5 : 0.5;
  const at = Math.max(
    0,
    actions.findIndex((each) => JSON.stringify(each) === JSON.stringify(action)),
  );
  const whole = evaluation(null);
  const log = { type: "SearchLog", trickIdx: 1, move: actions[0], expectedPoints: 1.25, sampledWorlds: 32 };
  return {
    ...whole,
    bestAction: actions[0],
    bestActionEv: -1,
    candidates: actions.map((each, index) => ({
      action: each,
      ev: -1 - step * index,
      rollouts: 32,
      stderr: 0.1,
      note: index === 0 ? "forced" : null,
    })),
    metadata: { ...whole.metadata, decision: gives ? "give" : "play", objective: "points", telemetry: [log] },
    ...(action !== null && { deltaEv: -step * at, deltaStderr: 0.1, grade: at === 0 ? "EXCELLENT" : gives ? "OKAY" : "GOOD" }),
  } as unknown as EvaluationResult;
}

/** The text of a deal that is hashed as its proof. */
export function proofText(state: TricksState): string {
  return `Hand ${state.chance_counter}: ${JSON.stringify(dealt(state.seed ?? 0, state.chance_counter))}`;
}

/** Deal number n gives the first seat 10 n points, at the cost of the seat to its left. */
function luckOf({ states, opening }: { states: TricksState[]; opening: boolean }): number[] {
  const [first, next] = states.map(({ chance_counter }) => chance_counter);
  const luck = 10 * ((opening ? (first ?? 0) : 0) + (next === undefined || next === first ? 0 : next));
  return [luck, -luck, 0, 0];
}

export class FakeTricks extends FakeEngine<TricksState, TricksAction> {
  /** The answer to "claim": by default nothing can be claimed. */
  claims: (state: TricksState) => "all" | "none" | null = () => null;
  /** The evaluators asked for moves, in order. */
  readonly evaluators: string[] = [];

  override async listGames(): Promise<GameInfo[]> {
    return [TRICKS_INFO];
  }

  override async newGame(_ruleset: string, seed: number): Promise<TricksState> {
    return tricksState(seed);
  }

  override async listLegalActions(state: TricksState): Promise<TricksAction[]> {
    const hand = state.hands[state.active_player_id];
    if (state.game_over === true) return [];
    if (!Array.isArray(hand)) throw new Error("These cards are hidden.");
    return hand.map((card) => (state.given.includes(null) ? { give: card } : { play: card }));
  }

  override async observe(state: TricksState, player = 0): Promise<TricksState> {
    const own = state.hands.map((hand, seat) => (Array.isArray(hand) && seat !== player ? hand.length : hand));
    const given = state.given?.map((card, seat) => (card === null || seat === player ? card : 0)) ?? [null, null, null, null];
    return { ...state, seed: null, hands: own, given, points: state.points ?? [0, 0, 0, 0] };
  }

  override async describeState(state: TricksState): Promise<string> {
    return JSON.stringify(state.hands);
  }

  override async applyAction(state: TricksState, action: TricksAction): Promise<TricksState> {
    return moved(state, action);
  }

  override evaluateBestMove(state: TricksState, _player: number, params: { evaluator?: string }, options: FakeOptions): FakeTask {
    this.evaluators.push(params.evaluator ?? "coach");
    return this.task(() => known(state, null), options);
  }

  override gradeUserAction(state: TricksState, player: number, action: TricksAction, _params: object, options: FakeOptions): FakeTask {
    this.asked.push(`grade ${player} ${JSON.stringify(action)}`);
    return this.task(
      () => known(state, action),
      options,
      true,
      (other) => known(state, other as TricksAction),
    );
  }

  override async generateScenario(params: { seed: number }): Promise<TricksState> {
    return tricksState(params.seed);
  }

  override async query(_ruleset: string, name: string, args: object): Promise<object> {
    this.asked.push(name);
    if (name === "account") return { luck: luckOf(args as { states: TricksState[]; opening: boolean }) };
    const { state, player_id: player } = args as { state: TricksState; player_id?: number };
    if (name === "claim") return { claim: this.claims(state), text: `Player ${player} takes no more points.` };
    if (name === "beliefs") return { entropy: { C: 1.25 } };
    const text = proofText(state);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { hand: state.chance_counter, sha256, text };
  }
}
