/**
 * "Learn from your mistakes": spaced repetition of wrong decisions in a Leitner box (S. Leitner, 1972). Pure functions
 * over plain data.
 */
import { ROWS } from "../../coach/decision/candidates";
import { gameScale, onScale } from "../../coach/decision/scale";
import { faultOf, givesUpHalf, isForced, limitsFor, lossSize } from "../../coach/decision/verdicts";
import { faultsOf } from "../../coach/review/faults";
import { fingerprint } from "../../core/fingerprint";
import type { EvaluationView, GradeBandView, VerdictLimitsView } from "../../core/types";
import type { Decision, GameState } from "../../core/session";
import { isEvaluation } from "../record/record";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The interval of each compartment in milliseconds. The first is for cards never solved. */
export const INTERVALS: readonly number[] = [0, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];
const LONGEST = Math.max(...INTERVALS);
const MAX_CARDS = 300;

export interface DrillCard {
  /** The fingerprint of the position. */
  id: string;
  state: GameState;
  player: number;
  /** The loss when the mistake was made; never positive. */
  loss: number;
  /** The compartment, from 0. */
  box: number;
  /** When the card is due, in milliseconds since 1970. */
  due: number;
  asked: number;
  /**
   * The mistake with its grade, as its review shows it: the same move has no second loss in practice, unless the coach thinks
   * longer there, which changes this grade only. Earlier versions kept none.
   */
  graded?: Graded;
  /** The game whose mistake made the card due last, so that taking the move back undoes that. */
  made?: Made;
}

/** What a game's mistake did to a card. */
export interface Made {
  /** When the game began, in milliseconds since 1970. */
  game: number;
  /** What the card was before; null if it is new. */
  before: Pick<DrillCard, "loss" | "due" | "asked" | "graded"> | null;
}

export interface Graded {
  action: unknown;
  evaluation: EvaluationView;
}

export interface DrillBox {
  version: 1;
  cards: DrillCard[];
}

export const EMPTY_BOX: DrillBox = { version: 1, cards: [] };

/** The largest loss with the best grade; an answer that loses no more is right. */
export function freeLoss(bands: readonly GradeBandView[]): number {
  return bands[0]?.maxLoss ?? 0;
}

/**
 * Whether an answer is right: best, good, or so close to the best that it would be good if it really lost what is estimated.
 * Null is neither: the loss may be large or nothing, there was no choice, the position was decided, or most of a slim chance went.
 */
export function isRight(evaluation: EvaluationView, bands: readonly GradeBandView[], limits: readonly VerdictLimitsView[]): boolean | null {
  if ((evaluation.verdict ?? null) === null) {
    const loss = -(evaluation.deltaEv ?? Number.NEGATIVE_INFINITY);
    return evaluation.tooClose === true || loss <= freeLoss(bands);
  }
  if (evaluation.decided === true || isForced(evaluation)) return null;
  if (faultOf(evaluation) > 0) return false;
  if (givesUpHalf(evaluation)) return null;
  const large = (lossSize(evaluation) ?? 0) >= (limitsFor(evaluation, limits)?.inaccuracy ?? Infinity);
  return evaluation.verdict === "undecided" && large ? null : true;
}

/** The clear mistakes of `players` (of all when null), the costliest first. */
export function mistakesOf(
  decisions: readonly Decision[],
  players: readonly number[] | null,
  bands: readonly GradeBandView[],
): { index: number; loss: number }[] {
  const threshold = bands[1]?.maxLoss ?? freeLoss(bands);
  return decisions
    .map((decision, index) => ({ decision, index, loss: decision.evaluation?.deltaEv ?? 0 }))
    .filter(
      ({ decision, loss }) =>
        -loss > threshold &&
        decision.evaluation?.tooClose !== true &&
        (players === null || players.includes(decision.state.active_player_id)),
    )
    .sort((a, b) => a.loss - b.loss || a.index - b.index)
    .map(({ index, loss }) => ({ index, loss }));
}

/** The mistakes of a game: by their verdicts, or in a game without verdicts by its grades (see `gameScale`). */
export function gameMistakes(
  info: Parameters<typeof gameScale>[0],
  decisions: readonly Decision[],
  players: readonly number[] | null,
): { index: number; loss: number }[] {
  const scale = gameScale(info, decisions);
  if (scale.verdicts) return faultsOf(decisions, players);
  return mistakesOf(onScale(decisions, scale), players, scale.bands);
}

/**
 * Adds a decision to the box, due at once; an existing card keeps its compartment.
 *
 * @param game when the game began in which the mistake was made, if its moves can be taken back
 */
export function addCard(box: DrillBox, decision: Decision, now: number, game?: number): DrillBox {
  const { state } = decision;
  const id = fingerprint(state);
  const known = box.cards.find((card) => card.id === id);
  const before = known?.made !== undefined && known.made.game === game ? known.made.before : beforeOf(known);
  const card: DrillCard = {
    id,
    state,
    player: state.active_player_id,
    loss: decision.evaluation?.deltaEv ?? 0,
    box: known?.box ?? 0,
    due: Math.min(now, known?.due ?? now),
    asked: known?.asked ?? 0,
    ...gradedOf(decision),
    ...(game !== undefined && { made: { game, before } }),
  };
  const cards = [...box.cards.filter((other) => other.id !== id), card];
  // A full box drops the best-known card.
  if (cards.length <= MAX_CARDS) return { version: 1, cards };
  const [best] = [...cards].sort((a, b) => b.box - a.box || b.due - a.due);
  return { version: 1, cards: cards.filter((other) => other !== best) };
}

function beforeOf(card: DrillCard | undefined): Made["before"] {
  if (card === undefined) return null;
  const { loss, due, asked, graded } = card;
  return { loss, due, asked, ...(graded && { graded }) };
}

/** A graded move as a card keeps it: with the candidates that the list shows, since all of them may take 40 kB. */
function gradedOf({ action, evaluation }: Decision): Pick<DrillCard, "graded"> {
  if (evaluation === null) return {};
  const candidates = evaluation.candidates.filter((each, rank) => rank < ROWS || same(each.action, evaluation.userAction));
  return { graded: { action, evaluation: { ...evaluation, candidates } } };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Has the card of a mistake follow its grade, which may change: the coach may think longer about it. Other moves change nothing. */
export function regraded(box: DrillBox, decision: Decision): DrillBox {
  const id = fingerprint(decision.state);
  const card = box.cards.find((each) => each.id === id && same(each.graded?.action, decision.action));
  if (card === undefined) return box;
  const next = { ...card, loss: decision.evaluation?.deltaEv ?? card.loss, ...gradedOf(decision) };
  return { version: 1, cards: box.cards.map((each) => (each === card ? next : each)) };
}

/** Takes a game's mistake back: its card goes, or is again what it was. One that was practised since stays as it is. */
export function takeCardBack(box: DrillBox, id: string, game: number): DrillBox {
  const cards = box.cards.flatMap((card): DrillCard[] => {
    if (card.id !== id || card.made?.game !== game) return [card];
    const { made, ...kept } = card;
    if (card.asked > (made.before?.asked ?? 0)) return [kept];
    const { graded: _, ...bare } = kept;
    return made.before === null ? [] : [{ ...bare, ...made.before }];
  });
  return { version: 1, cards };
}

/**
 * Moves a card after an answer: a right one to the next compartment, a wrong one to the first, due in five minutes. After one that
 * is neither, null, it keeps its compartment and rests as long as before, a day at least.
 */
export function answer(box: DrillBox, id: string, right: boolean | null, now: number): DrillBox {
  const cards = box.cards.map((card) => {
    if (card.id !== id) return card;
    const compartment = right === null ? card.box : right ? Math.min(card.box + 1, INTERVALS.length - 1) : 0;
    const rest = right === false ? 5 * MINUTE : Math.max(DAY, INTERVALS[compartment] ?? DAY);
    return { ...card, box: compartment, due: now + rest, asked: card.asked + 1 };
  });
  return { version: 1, cards };
}

/** Removes a card for good. */
export function removeCard(box: DrillBox, id: string): DrillBox {
  return { version: 1, cards: box.cards.filter((card) => card.id !== id) };
}

/** When a card is due. A date beyond the longest interval means that the clock was set back: then it is due now. */
function dueOf({ due }: DrillCard, now: number): number {
  return due > now + LONGEST ? now : due;
}

/** The due cards, by compartment, the costliest mistakes first. */
export function dueCards(box: DrillBox, rulesetId: string, now: number): DrillCard[] {
  return box.cards
    .filter((card) => card.state.ruleset_id === rulesetId && dueOf(card, now) <= now)
    .sort((a, b) => a.box - b.box || a.loss - b.loss);
}

/** When the next card is due, or null when there is none. */
export function nextDue(box: DrillBox, rulesetId: string, now: number): number | null {
  const dues = box.cards.filter((card) => card.state.ruleset_id === rulesetId).map((card) => dueOf(card, now));
  return dues.length === 0 ? null : Math.min(...dues);
}

/** Parses a stored box; invalid cards are left out. */
export function parseBox(value: unknown): DrillBox {
  const cards = (value as { cards?: unknown } | null)?.cards;
  return Array.isArray(cards) ? { version: 1, cards: readCards(cards).slice(-MAX_CARDS) } : EMPTY_BOX;
}

/** The valid cards of a list, which is just read: a grade with another shape than the screens need is taken out of its card. */
export function readCards(list: readonly unknown[]): DrillCard[] {
  const cards = list.filter(isCard);
  for (const part of cards.flatMap((card) => [card, card.made?.before])) if (part && !isGraded(part.graded)) delete part.graded;
  return cards;
}

function isGraded(value: unknown): boolean {
  const graded = value as Partial<Graded> | null | undefined;
  return isEvaluation(graded?.evaluation) && graded.action != null && graded.evaluation.deltaEv != null;
}

/** Whether a value has the fields of a card, whatever its grade; the engine checks its position. */
function isCard(value: unknown): value is DrillCard {
  const card = value as Partial<DrillCard> | null;
  return (
    typeof card?.id === "string" &&
    typeof card.state?.ruleset_id === "string" &&
    [card.player, card.loss, card.box, card.due, card.asked].every(Number.isFinite) &&
    (card.made === undefined || isMade(card.made))
  );
}

function isMade(value: unknown): value is Made {
  const { game, before } = (value ?? {}) as Partial<Made>;
  return Number.isFinite(game) && (before === null || [before?.loss, before?.due, before?.asked].every(Number.isFinite));
}
