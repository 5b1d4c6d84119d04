/** What is found out about the moves of a saved game after it was played: their grades, and their luck. */
import { fingerprint } from "../../core/fingerprint";
import type { EvaluationView } from "../../core/types";
import type { GameInfo } from "../../core/engine-port";
import { decisionAt, played, type Decision, type GameState, type Session } from "../../core/session";
import type { About, Games } from "../../store";
import type { ViewedGame } from "../session/viewed-game.svelte";
import { lossesIn } from "./losses";
import type { GameRecord } from "./record";

type Found = Partial<Pick<Decision, "evaluation" | "luck" | "luckUnit" | "luckStderr">>;

/** What was found out about one move. */
export interface Finding {
  index: number;
  action: unknown;
  found: Found;
}

/** The one of two evaluations of a move that took more work; the first if they are alike. */
function deeper(first: EvaluationView | null, second: EvaluationView | null): EvaluationView | null {
  if (first === null || second === null) return first ?? second;
  // A hint has graded nothing; a record of an earlier version may lack a figure.
  const work = ({ deltaEv = null, metadata: { nodes = 0, rolloutsRun = 0 } }: EvaluationView): number =>
    deltaEv === null ? -1 : nodes + rolloutsRun;
  return work(second) > work(first) ? second : first;
}

/** What is known of the decisions now and was not before. */
export function findingsSince(before: readonly Decision[], now: readonly Decision[]): Finding[] {
  return now.flatMap((decision, index) => {
    const { action, evaluation, luck, luckUnit, luckStderr } = decision;
    const old = before[index];
    if (old === undefined || action === null) return [];
    const found: Found = {
      ...(evaluation !== null && evaluation !== old.evaluation && { evaluation }),
      ...(luck !== null && luck !== old.luck && { luck, ...(luckUnit && { luckUnit }), ...(luckStderr && { luckStderr }) }),
    };
    return Object.keys(found).length === 0 ? [] : [{ index, action, found }];
  });
}

/** The number of moves that two versions of a game share from its start on. */
function sharedMoves(mine: readonly unknown[], others: readonly unknown[]): number {
  const apart = mine.findIndex((action, at) => JSON.stringify(action) !== JSON.stringify(others[at]));
  return apart < 0 ? mine.length : apart;
}

/** A game with what another version of it knows besides of the moves that they share; null if they share none. */
export function withFindings(record: GameRecord, other: GameRecord): GameRecord | null {
  const alike = fingerprint(record.initial_state) === fingerprint(other.initial_state);
  const shared = alike ? sharedMoves(record.actions, other.actions) : 0;
  if (shared === 0) return null;
  const both = <T>(own: readonly T[] = [], theirs: readonly T[] = []): T[] =>
    record.actions.map((_, at) => (own[at] ?? (at < shared ? theirs[at] : null) ?? null) as T);
  return {
    ...record,
    evaluations: record.actions.map((_, at) =>
      deeper(record.evaluations?.[at] ?? null, at < shared ? (other.evaluations?.[at] ?? null) : null),
    ),
    luck: both(record.luck, other.luck),
    luck_units: both(record.luck_units, other.luck_units),
    luck_stderr: both(record.luck_stderr, other.luck_stderr),
  };
}

/** A session with evaluations by decision. */
export function evaluated(session: Session, evaluations: GameRecord["evaluations"] = []): Session {
  return { ...session, decisions: session.decisions.map((each, at) => ({ ...each, evaluation: evaluations[at] ?? null })) };
}

/**
 * Adds findings to a game on a table; moves that were played differently there keep what they have.
 *
 * @param start the fingerprint of the first position of the game that they are about
 * @param actions the moves of that game
 * @returns whether it is that game, as it is or played on: another game may begin with the same moves
 */
export function annotateGame(
  table: Pick<ViewedGame, "session" | "annotate">,
  start: string,
  actions: readonly unknown[],
  findings: readonly Finding[],
): boolean {
  const { session } = table;
  if (session === null || fingerprint(decisionAt(session, 0).state) !== start) return false;
  const moves = session.decisions.map(({ action }) => action);
  const shared = sharedMoves(actions, moves);
  for (const { index, found } of findings) {
    if (index >= shared) continue;
    const { state, action } = decisionAt(session, index);
    table.annotate(index, state, action, found);
  }
  return shared === actions.length;
}

/** Adds to a game on a table what a saved version of it knows besides: another tab may have found it out. */
export function learnFrom(table: Pick<ViewedGame, "session" | "annotate">, record: GameRecord): void {
  const known = table.session?.decisions ?? [];
  const { evaluations, luck, luck_units: units, luck_stderr: errors } = record;
  const findings = record.actions.map((action, index): Finding => {
    const mine = known[index]?.evaluation ?? null;
    const best = deeper(mine, evaluations?.[index] ?? null);
    const evaluation = best === mine ? null : best;
    const gained = known[index]?.luck === null ? (luck?.[index] ?? null) : null;
    const luckUnit = units?.[index] ?? null;
    const luckStderr = errors?.[index] ?? null;
    const found: Found = {
      ...(evaluation !== null && { evaluation }),
      ...(gained !== null && { luck: gained, ...(luckUnit !== null && { luckUnit }), ...(luckStderr !== null && { luckStderr }) }),
    };
    return { index, action, found };
  });
  const news = findings.filter(({ found }) => Object.keys(found).length > 0);
  if (news.length > 0) annotateGame(table, fingerprint(record.initial_state), record.actions, news);
}

/** Everything that is needed to write findings into a saved game. */
export interface FoundInGame {
  info: GameInfo;
  session: Session;
  findings: readonly Finding[];
  /** Whether a decision counts in the summary's losses. */
  counts: (state: GameState) => boolean;
}

/**
 * Writes findings into a saved game. Its moves and its revision stay: whoever plays it on does not notice.
 *
 * @param whole leave a game alone that only begins with the same moves
 * @returns whether it is that game, as it is or played on
 * @throws StoreError if the write fails
 */
export async function amendGame(games: Games, key: string, parts: FoundInGame, whole = false): Promise<boolean> {
  let taken = false;
  await games.amend(key, (text, about) => {
    const change = amended(text, about, parts);
    taken = change?.whole === true;
    return taken || !whole ? change : null;
  });
  return taken;
}

interface Amended {
  text: string;
  about: About | null;
  /** Whether it has all the moves. */
  whole: boolean;
}

/** The text and the summary of a saved game with the findings about moves that it has, or null if it is another game. */
function amended(text: string, about: About | null, { info, session, findings, counts }: FoundInGame): Amended | null {
  const record = JSON.parse(text) as GameRecord;
  const { decisions } = session;
  const [first] = decisions;
  if (first === undefined || fingerprint(record.initial_state) !== fingerprint(first.state)) return null;
  const actions = decisions.slice(0, -1).map(({ action }) => action);
  const shared = sharedMoves(actions, record.actions);
  const found = findings.filter(({ index }) => index < shared);
  if (found.length === 0) return null;
  const { length } = record.actions;
  const column = <T>(list: readonly (T | null)[] | undefined, value: (found: Found) => T | null | undefined): (T | null)[] => {
    const values = Array.from({ length }, (_, at) => list?.[at] ?? null);
    for (const { index, found: each } of found) values[index] = value(each) ?? values[index] ?? null;
    return values;
  };
  const filled: GameRecord = {
    ...record,
    evaluations: column(record.evaluations, ({ evaluation }) => evaluation).map((each, at) =>
      deeper(each, record.evaluations?.[at] ?? null),
    ),
    luck: column(record.luck, ({ luck }) => luck),
    luck_units: column(record.luck_units, ({ luckUnit }) => luckUnit),
    luck_stderr: column(record.luck_stderr, ({ luckStderr }) => luckStderr),
  };
  const whole = shared === actions.length;
  // A game that went on since, or otherwise, has a summary of other decisions than are known here.
  const same = about !== null && whole && length === shared;
  const known = evaluated({ decisions, cursor: record.cursor }, filled.evaluations);
  const losses = same ? lossesIn(info, played(known), counts) : {};
  return { text: JSON.stringify(filled), about: about === null ? null : { ...about, ...losses }, whole };
}
