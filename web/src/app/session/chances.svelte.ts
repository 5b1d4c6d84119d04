/** The chances to win of all players, where a game offers them, queried at low priority: at each change of the player to move. */
import type { GameInfo } from "../../core/engine-port";
import { note } from "../../core/errors";
import type { GameState } from "../../core/session";
import type { EngineStore } from "./engine.svelte";

interface Parts {
  engine: EngineStore;
  info: GameInfo;
}

/** The chances at a position of a game, by player, 0 to 1. */
export interface ChancesAt {
  index: number;
  chances: readonly number[];
}

export class Chances {
  readonly #parts: Parts;
  readonly #known = new WeakMap<GameState, readonly number[]>();
  /** Positions whose query failed; retried when there is a new position. */
  readonly #failed = new Set<GameState>();
  /** Number of answers; reading it makes derived values update. */
  #answers = $state(0);
  #wanted: readonly GameState[] = [];
  /** The last position of the game that is followed. */
  #latest: GameState | undefined;
  #stop: AbortController | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the game offers them. */
  get offered(): boolean {
    return this.#parts.info.queries.some(({ name }) => name === "chances");
  }

  /** Queries what is missing of a game: the position on screen first, then the latest ones. */
  follow(states: readonly GameState[], current: number): void {
    const wanted = indexesIn(states).toReversed();
    const here = states[current];
    const latest = states.at(-1);
    if (latest !== this.#latest) this.#failed.clear();
    this.#latest = latest;
    this.#wanted = [...(here === undefined ? [] : [here]), ...wanted.flatMap((index) => states[index] ?? [])];
    if (this.offered && this.#stop === null) void this.#work();
  }

  /** Stops queries; known answers stay. */
  leave(): void {
    this.#wanted = [];
    // What was stopped is queried again on return.
    this.#latest = undefined;
    this.#stop?.abort();
    this.#stop = null;
  }

  /** What is known of a game, in its order. */
  view(states: readonly GameState[]): ChancesAt[] {
    void this.#answers;
    return indexesIn(states).flatMap((index) => {
      const chances = this.#of(states[index]);
      return chances === null ? [] : [{ index, chances }];
    });
  }

  /** The chances at a position, or null while unknown. */
  at(state: GameState | undefined): readonly number[] | null {
    void this.#answers;
    return this.#of(state);
  }

  /**
   * How what the player to move leaves is divided among the others at a position, by player; null while unknown. It is the same
   * throughout a turn, so the beginning of the turn says it.
   */
  divisionAt(states: readonly GameState[], index: number): readonly number[] | null {
    const mover = states[index]?.active_player_id;
    const before = states.slice(0, index + 1).findLastIndex((state) => state.active_player_id !== mover);
    const chances = this.at(states[before + 1]);
    if (chances === null || mover === undefined) return null;
    const left = chances.reduce((sum, chance, player) => (player === mover ? sum : sum + chance), 0);
    return chances.map((chance, player) => (player === mover ? 0 : left > 0 ? chance / left : 1 / (chances.length - 1)));
  }

  #of(state: GameState | undefined): readonly number[] | null {
    return state === undefined ? null : (this.#known.get(state) ?? null);
  }

  async #work(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    await Promise.resolve();
    while (this.#stop === stop) {
      const state = this.#wanted.find((each) => !this.#known.has(each) && !this.#failed.has(each));
      if (state === undefined) break;
      await this.#ask(state, stop.signal);
    }
    if (this.#stop === stop) this.#stop = null;
  }

  async #ask(state: GameState, signal: AbortSignal): Promise<void> {
    const { engine, info } = this.#parts;
    try {
      const found = await engine.port.query<{ chances: number[][] }>(info.rulesetId, "chances", { states: [state] }, { signal });
      const chances = found.chances[0];
      if (chances === undefined) this.#failed.add(state);
      else this.#known.set(state, chances);
    } catch (error) {
      note("No chances to win", error);
      this.#failed.add(state);
    }
    this.#answers += 1;
  }
}

/** The positions at which another player begins to move, and the last one. */
function indexesIn(states: readonly GameState[]): number[] {
  return states.flatMap((state, index) => {
    const changes = index === 0 || states[index - 1]?.active_player_id !== state.active_player_id;
    return changes || index === states.length - 1 ? [index] : [];
  });
}
