/** Figures over the finished games of one kind. Pure functions over the summaries of saved games. */
import type { About, KindLoss, Outcome, Summary } from "../../store";

/** A summary of a finished game. */
export interface Finished extends Summary {
  about: About;
}

/** The mean of some losses, and its standard error; null where it is not known. */
export interface Mean {
  mean: number;
  stderr: number | null;
}

/** The loss per decision over one or several games in a row. */
export interface Point extends Mean {
  /** When the last of them began, in milliseconds since 1970. */
  at: number;
  games: number;
  graded: number;
}

export interface OpponentRow {
  /** The names of the opponents of one game; empty for games without any. */
  names: readonly string[];
  games: number;
  results: Record<Outcome, number>;
  loss: Mean | null;
}

export interface Figures {
  unit: string;
  games: number;
  results: Record<Outcome, number>;
  graded: number;
  loss: Mean | null;
  opponents: OpponentRow[];
  kinds: KindLoss[];
  /** What chance gave a game on average; null where that is not known of any. */
  luck: (Mean & { games: number }) | null;
  /** The mean of the person's own final scores; null where they mean nothing, or there are none. */
  score: (Mean & { games: number; best: number }) | null;
  points: Point[];
}

/** The largest number of points in a chart. */
const MOST_POINTS = 40;

/** When a game was played: its beginning, or, where that is not known, when it was saved last. */
export function playedAt({ about, saved }: Summary): number {
  return about?.begun ?? saved;
}

/** The finished games that were played here, the earliest first. */
export function finishedGames(games: readonly Summary[]): Finished[] {
  const over = games.filter((game): game is Finished => game.about?.over === true && game.about.source === undefined);
  return over.sort((a, b) => playedAt(a) - playedAt(b));
}

/** With whom a game was played: nobody, or opponents and other people. */
export type Company = "alone" | "others";

export function companyOf({ about }: Finished): Company {
  // The score of the only person: with several people there is none. Summaries of earlier versions do not say.
  return about.opponents.length === 0 && about.score !== null ? "alone" : "others";
}

/** The units in which the losses of some games are, the most frequent first. */
export function unitsOf(games: readonly Finished[]): string[] {
  const counts = new Map<string, number>();
  for (const { about } of games) if (about.graded > 0) counts.set(about.unit, (counts.get(about.unit) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([unit]) => unit);
}

/**
 * The figures of finished games, the earliest first; losses count where they are in the given unit.
 *
 * @param ownScores whether a score has a meaning of its own besides who won, as in a game that can be played alone
 */
export function figuresOf(games: readonly Finished[], unit: string, ownScores = false): Figures {
  const judged = games.filter(({ about }) => about.graded > 0 && about.unit === unit);
  const lucks = judged.flatMap(({ about }) => (about.luck == null ? [] : [about.luck]));
  const scores = games.flatMap(({ about }) => ((ownScores || about.outcome === null) && about.score != null ? [about.score] : []));
  return {
    unit,
    games: games.length,
    results: resultsOf(games),
    graded: judged.reduce((sum, { about }) => sum + about.graded, 0),
    loss: lossOf(judged),
    opponents: opponentRows(games, unit),
    kinds: kindsOf(judged),
    luck: lucks.length === 0 ? null : { ...meanOf(lucks), games: lucks.length },
    score: scores.length === 0 ? null : { ...meanOf(scores), games: scores.length, best: Math.max(...scores) },
    points: pointsOf(judged, MOST_POINTS),
  };
}

/** The loss per decision over time: games in a row are put together where there are more than `most`. */
export function pointsOf(judged: readonly Finished[], most: number): Point[] {
  const size = Math.max(1, Math.ceil(judged.length / most));
  const groups = Array.from({ length: Math.ceil(judged.length / size) }, (_, index) => judged.slice(index * size, (index + 1) * size));
  return groups.flatMap((group) => {
    const loss = lossOf(group);
    const graded = group.reduce((sum, { about }) => sum + about.graded, 0);
    return loss === null ? [] : [{ ...loss, at: playedAt(group.at(-1)!), games: group.length, graded }];
  });
}

/** The loss per decision over all graded decisions of some games, with its standard error where that is known. */
export function lossOf(games: readonly Finished[]): Mean | null {
  let [graded, lost, squares] = [0, 0, 0];
  for (const { about } of games) {
    graded += about.graded;
    lost += about.lost;
    // Without the squares of one game the error of all is unknown.
    squares += about.graded > 0 ? (about.squares ?? Number.NaN) : 0;
  }
  return graded === 0 ? null : { mean: lost / graded, stderr: stderrOf(graded, lost, squares) };
}

function meanOf(values: readonly number[]): Mean {
  const sum = (of: (value: number) => number): number => values.reduce((total, value) => total + of(value), 0);
  const total = sum((value) => value);
  return {
    mean: total / values.length,
    stderr: stderrOf(
      values.length,
      total,
      sum((value) => value * value),
    ),
  };
}

function stderrOf(count: number, sum: number, squares: number): number | null {
  if (count < 2 || !Number.isFinite(squares)) return null;
  const variance = Math.max(0, squares - (sum * sum) / count) / (count - 1);
  return Math.sqrt(variance / count);
}

function resultsOf(games: readonly Finished[]): Record<Outcome, number> {
  const results = { won: 0, drawn: 0, lost: 0 };
  for (const { about } of games) if (about.outcome !== null) results[about.outcome] += 1;
  return results;
}

function opponentRows(games: readonly Finished[], unit: string): OpponentRow[] {
  const groups = new Map<string, Finished[]>();
  for (const game of games) {
    const names = game.about.opponents.toSorted((a, b) => a.localeCompare(b)).join("\n");
    groups.set(names, [...(groups.get(names) ?? []), game]);
  }
  const rows = [...groups.values()].map((group): OpponentRow => {
    const judged = group.filter(({ about }) => about.unit === unit);
    return { names: group[0]!.about.opponents, games: group.length, results: resultsOf(group), loss: lossOf(judged) };
  });
  return rows.sort((a, b) => b.games - a.games);
}

/** The losses by kind over all games, the costliest first. */
function kindsOf(games: readonly Finished[]): KindLoss[] {
  const kinds = new Map<string, KindLoss>();
  for (const { code, name, graded, lost } of games.flatMap(({ about }) => about.kinds ?? [])) {
    const before = kinds.get(code);
    kinds.set(code, { code, name, graded: graded + (before?.graded ?? 0), lost: lost + (before?.lost ?? 0) });
  }
  return [...kinds.values()].sort((a, b) => b.lost - a.lost);
}
