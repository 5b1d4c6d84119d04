/** Statistics over the person's games in this browser. A part of a game (a hand) counts once, with its latest outcome. */
import { partsOf, type PartOf } from "../../core/parts";
import type { Decision, GameState } from "../../core/session";
import { readText, writeText, type KeyValues } from "../../store/texts";
import type { GameStatistics, StatisticsLine } from "../../games/types";
import type { Counted } from "../record/record";

interface Kept {
  games: number;
  gradedParts: number;
  loss: number;
  counts: Record<string, number>;
}

export const NOTHING_COUNTED: Readonly<Counted> = { parts: [], graded: [], over: false, reported: {} };
const EMPTY: Kept = { games: 0, gradedParts: 0, loss: 0, counts: {} };

/** A game so far, for counting. */
export interface CountedGame {
  /** The decisions up to the current position. */
  decisions: readonly Decision[];
  player: number;
  partOf: PartOf | undefined;
  decides: (state: GameState) => boolean;
}

export interface StatisticsOptions {
  /** Where they are stored; default local storage. */
  storage?: KeyValues | undefined;
  /** Called after a reset, which also covers the game on the table. */
  onReset?: () => void;
}

export class Statistics {
  #kept = $state.raw<Kept>(EMPTY);
  /** Whether the counts are stored in the browser. */
  #written = false;
  readonly #key: string;
  readonly #hook: GameStatistics | undefined;
  readonly #storage: KeyValues | undefined;
  readonly #onReset: () => void;

  constructor(rulesetId: string, hook: GameStatistics | undefined, { storage, onReset = () => undefined }: StatisticsOptions = {}) {
    this.#onReset = onReset;
    this.#key = `hindsight:statistics:${rulesetId}`;
    this.#hook = hook;
    this.#storage = storage;
    if (hook === undefined) return;
    const text = readText(this.#key, storage);
    this.#written = text !== null;
    this.#kept = parse(text);
  }

  /** The lines to show; none until something was counted. */
  get lines(): StatisticsLine[] {
    const { games, gradedParts, loss, counts } = this.#kept;
    if (this.#hook === undefined || Object.keys(counts).length === 0) return [];
    return this.#hook.lines({ games, gradedParts, loss, count: (name) => counts[name] ?? 0 });
  }

  /** Resets all counts. */
  reset(): void {
    this.#kept = EMPTY;
    this.#onReset();
    writeText(this.#key, null, this.#storage);
  }

  /**
   * Counts the parts that have ended since the last call.
   *
   * @returns what is counted of the game now; the same object when nothing changed
   */
  follow(game: CountedGame, counted: Counted): Counted {
    const hook = this.#hook;
    if (hook === undefined) return counted;
    const before = this.#latest();
    const kept = { ...before, counts: { ...before.counts } };
    const marks = { parts: [...counted.parts], graded: [...counted.graded], over: counted.over, reported: { ...counted.reported } };
    const { decisions, player } = game;
    for (const { part, from, to, over } of partsOf(decisions, game.partOf)) {
      if (!over) continue;
      const already = marks.reported[part];
      // Older records do not hold how much was counted of a part: then it stays counted as it was.
      if (already === undefined && marks.parts.includes(part)) continue;
      const counts = {};
      for (const { state } of decisions.slice(from + 1, to + 1)) add(counts, hook.counts(state, player));
      // Until a replayed part is graded, its earlier loss stands.
      const loss = lossOf(decisions.slice(from, to), game) ?? already?.loss ?? null;
      marks.reported[part] = { counts, loss };
      if (already === undefined) marks.parts.push(part);
      add(kept.counts, already?.counts ?? {}, -1);
      add(kept.counts, counts);
      if (loss === null) continue;
      if (!marks.graded.includes(part)) {
        marks.graded.push(part);
        kept.gradedParts += 1;
      }
      kept.loss += loss - (already?.loss ?? 0);
    }
    if (!marks.over && decisions.at(-1)?.state.game_over === true) {
      marks.over = true;
      kept.games += 1;
    }
    if (JSON.stringify(marks) === JSON.stringify(counted)) return counted;
    this.#kept = kept;
    this.#written = writeText(this.#key, JSON.stringify(kept), this.#storage);
    return marks;
  }

  /** The latest counts: another tab may have added to them. */
  #latest(): Kept {
    return this.#written ? parse(readText(this.#key, this.#storage)) : this.#kept;
  }
}

/** The total loss of the player's decisions; null while one is ungraded, or if there is none. */
function lossOf(decisions: readonly Decision[], { player, decides }: CountedGame): number | null {
  const own = decisions.filter(({ state }) => state.active_player_id === player && decides(state));
  const losses = own.map(({ evaluation }) => evaluation?.deltaEv ?? null);
  if (losses.length === 0 || losses.includes(null)) return null;
  return losses.reduce<number>((sum, delta) => sum - Math.min(0, delta ?? 0), 0);
}

function add(counts: Record<string, number>, more: Record<string, number>, times = 1): void {
  for (const [name, value] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + times * value;
}

/** Parses stored counts; anything that is not a number counts as 0. */
function parse(text: string | null): Kept {
  const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
  try {
    const value = JSON.parse(text ?? "{}") as Partial<Record<keyof Kept, unknown>> | null;
    const counts = typeof value?.counts === "object" && value.counts !== null ? Object.entries(value.counts) : [];
    return {
      games: number(value?.games),
      gradedParts: number(value?.gradedParts),
      loss: number(value?.loss),
      counts: Object.fromEntries(counts.map(([name, count]) => [name, number(count)])),
    };
  } catch {
    return EMPTY;
  }
}
