/** A game of Hearts as one player saw it, put together card by card, and its text. The player is P1. */
import { DECK, sorted, type Card } from "../cards";
import { PLAYERS, type Direction } from "../types";

export const HELD = 13;
export const PASSED = 3;
/** The highest number of points at which a game can end. */
export const MOST_POINTS = 1000;
const DIRECTIONS: readonly Direction[] = ["left", "right", "across", "hold"];

/** What is asked for next. */
export type Stage = "hold" | "pass" | "receive" | "leader" | "play" | "over";

/** A hand in the order in which it is entered. */
export interface SeenHand {
  number: number;
  direction: Direction;
  held: readonly Card[];
  passed: readonly Card[];
  received: readonly Card[];
  /** Who leads the first trick, where the own hand does not say it; else null. */
  leader: number | null;
  plays: readonly Card[];
}

/** Everything that was entered of a game. */
export interface Entered {
  hands: readonly SeenHand[];
  /** Null while the field is empty. */
  pointsToEnd: number | null;
  /** The player to play, by the engine. */
  turn: number;
  over: boolean;
}

/** Whether a value has the form of an entered game: it may come from a file. */
export function isEntered(value: unknown): value is Entered {
  const { hands, pointsToEnd, turn, over } = Object(value) as Partial<Record<keyof Entered, unknown>>;
  const points = pointsToEnd === null || typeof pointsToEnd === "number";
  return Array.isArray(hands) && hands.length > 0 && hands.every(isHand) && points && isPlayer(turn) && typeof over === "boolean";
}

function isHand(value: unknown): value is SeenHand {
  const { number, direction, leader, held, passed, received, plays } = Object(value) as Partial<Record<keyof SeenHand, unknown>>;
  const cards = (list: unknown): boolean => Array.isArray(list) && list.every((card) => DECK.includes(card as Card));
  return (
    typeof number === "number" &&
    DIRECTIONS.includes(direction as Direction) &&
    (leader === null || isPlayer(leader)) &&
    [held, passed, received, plays].every(cards)
  );
}

function isPlayer(value: unknown): value is number {
  return [...Array(PLAYERS).keys()].includes(value as number);
}

export function newHand(number: number, direction: Direction): SeenHand {
  return { number, direction, held: [], passed: [], received: [], leader: null, plays: [] };
}

/** Whether a game can end at this number of points. */
export function isPoints(points: number | null): boolean {
  return points !== null && Number.isInteger(points) && points >= 1 && points <= MOST_POINTS;
}

/** The hand after a finished one. */
export function nextHand({ number, direction }: SeenHand): SeenHand {
  return newHand(number + 1, DIRECTIONS[(DIRECTIONS.indexOf(direction) + 1) % DIRECTIONS.length] ?? "left");
}

/** The own cards after the pass, with those that were played. */
function own({ held, passed, received }: SeenHand): Card[] {
  return [...held.filter((card) => !passed.includes(card)), ...received];
}

export function stageOf(hand: SeenHand): Stage {
  const { held, direction, passed, received, leader, plays } = hand;
  if (held.length < HELD) return "hold";
  if (direction !== "hold" && passed.length < PASSED) return "pass";
  if (direction !== "hold" && received.length < PASSED) return "receive";
  if (leader === null && !own(hand).includes("2C")) return "leader";
  return plays.length < HELD * PLAYERS ? "play" : "over";
}

/** Whether a card can be picked, as far as the page knows without the rules. */
export function canPick(hand: SeenHand, card: Card, mine: boolean): boolean {
  switch (stageOf(hand)) {
    case "hold":
      return !hand.held.includes(card);
    case "pass":
      return hand.held.includes(card) && !hand.passed.includes(card);
    case "receive":
      return !hand.held.includes(card) && !hand.received.includes(card);
    case "play":
      return !hand.plays.includes(card) && own(hand).includes(card) === mine;
    default:
      return false;
  }
}

const FIELDS = { hold: "held", pass: "passed", receive: "received", play: "plays" } as const;

/** The hand with one more card. */
export function withCard(hand: SeenHand, card: Card): SeenHand {
  const stage = stageOf(hand);
  if (stage === "leader" || stage === "over") return hand;
  const field = FIELDS[stage];
  return { ...hand, [field]: [...hand[field], card] };
}

/** The hand without what was entered last; null if nothing was. */
export function withoutLast(hand: SeenHand): SeenHand | null {
  const { plays, leader, received, passed, held } = hand;
  if (plays.length > 0) return { ...hand, plays: plays.slice(0, -1) };
  if (leader !== null) return { ...hand, leader: null };
  if (received.length > 0) return { ...hand, received: received.slice(0, -1) };
  if (passed.length > 0) return { ...hand, passed: passed.slice(0, -1) };
  return held.length > 0 ? { ...hand, held: held.slice(0, -1) } : null;
}

/** The lines of a hand, as far as they are complete. */
function linesOf(hand: SeenHand): string[] {
  const { number, direction, held, passed, received, leader, plays } = hand;
  const lines = [`Hand ${number}: ${direction}`, `P1 holds ${sorted(held).join(" ")}`];
  if (direction !== "hold") lines.push(`P1 passes ${sorted(passed).join(" ")}`, `P1 receives ${sorted(received).join(" ")}`);
  const tricks = Array.from({ length: Math.ceil(plays.length / PLAYERS) }, (_, at) =>
    plays.slice(at * PLAYERS, (at + 1) * PLAYERS).join(" "),
  );
  const first = `P${(leader ?? 0) + 1}: ${tricks.shift() ?? ""}`.trim();
  return [...lines, first, ...tricks];
}

/** The text of the game; hands whose play has not begun are left out. */
export function textOf(hands: readonly SeenHand[], pointsToEnd: number): string {
  const begun = hands.filter((hand) => ["play", "over"].includes(stageOf(hand)));
  return ["Hindsight Hearts", `Points to end: ${pointsToEnd}`, "", ...begun.flatMap(linesOf)].join("\n");
}
