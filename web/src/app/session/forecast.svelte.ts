/** Forecasts of the final scores of a game, queried at low priority, once per position and per score sheet. */
import { bandOf, keyOf, sheetAt, sheetsOf, spreadOf, type BandPoint, type Sheet, type Spread } from "../../coach/forecast/forecast";
import type { GameInfo } from "../../core/engine-port";
import { note } from "../../core/errors";
import type { GameState } from "../../core/session";
import type { GameUi, Outlook } from "../../games/types";
import type { EngineStore } from "./engine.svelte";

/** The limit of positions in one query. */
const MAX_STATES = 200;

interface Parts {
  engine: EngineStore;
  info: GameInfo;
  ui: GameUi;
}

export interface ForecastView {
  /** Expected scores by player, then position; null where not known yet. */
  lines: (number | null)[][];
  band: BandPoint[];
  /** The spread at the position on screen. */
  spread: Spread | null;
}

interface Wanted {
  states: readonly GameState[];
  player: number;
}

export class Forecast {
  readonly #parts: Parts;
  readonly #expected = new WeakMap<GameState, readonly number[]>();
  readonly #spreads = new Map<string, Spread>();
  /** Positions and sheets whose query failed; retried when there is a new position. */
  readonly #failed = new Set<GameState | string>();
  /** Number of answers; reading it makes derived values update. */
  #answers = $state(0);
  #wanted: Wanted | null = null;
  #stop: AbortController | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the game offers forecasts. */
  get offered(): boolean {
    return this.#offers("forecast");
  }

  /** Whether the game offers the spread of final scores. */
  get banded(): boolean {
    return this.#parts.ui.finalScore?.outlook !== undefined && this.#offers("density");
  }

  #offers(query: string): boolean {
    return this.#parts.info.queries.some(({ name }) => name === query);
  }

  /** Queries missing forecasts of these positions, and the spread of this player's final score. */
  follow(states: readonly GameState[], player: number): void {
    if (this.#wanted?.states.at(-1) !== states.at(-1)) this.#failed.clear();
    this.#wanted = { states, player };
    if (this.offered && this.#stop === null) void this.#work();
  }

  /** Stops queries when the chart leaves the page; known answers stay. */
  leave(): void {
    this.#wanted = null;
    this.#stop?.abort();
    this.#stop = null;
  }

  view(states: readonly GameState[], players: number, player: number, index: number): ForecastView {
    void this.#answers;
    const sheets = this.#sheets(states, player);
    const known = (key: string): Spread | null => this.#spreads.get(key) ?? null;
    const here = sheetAt(sheets, index);
    return {
      lines: Array.from({ length: players }, (_, who) => states.map((state) => this.#expected.get(state)?.[who] ?? null)),
      band: bandOf(sheets, known),
      spread: here === null ? null : spreadOf(here, known),
    };
  }

  #sheets(states: readonly GameState[], player: number): Sheet[] {
    const { ui } = this.#parts;
    return this.banded ? sheetsOf(states, player, (state, who) => ui.finalScore?.outlook?.(state, who) ?? null) : [];
  }

  async #work(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    // Positions that arrive together, as when a game is opened, are queried together.
    await Promise.resolve();
    while (this.#wanted !== null && this.#stop === stop) {
      const states = this.#wanted.states.filter((state) => !this.#expected.has(state) && !this.#failed.has(state)).slice(0, MAX_STATES);
      if (states.length > 0) await this.#askExpected(states, stop.signal);
      else {
        const outlook = this.#nextOutlook(this.#wanted);
        if (outlook === null) break;
        await this.#askSpread(outlook, stop.signal);
      }
    }
    if (this.#stop === stop) this.#stop = null;
  }

  /** The latest sheet whose spread is cheap to compute and not yet known. */
  #nextOutlook({ states, player }: Wanted): Outlook | null {
    const open = ({ outlook }: Sheet): boolean =>
      outlook !== null && !outlook.heavy && !this.#spreads.has(keyOf(outlook)) && !this.#failed.has(keyOf(outlook));
    return this.#sheets(states, player).findLast(open)?.outlook ?? null;
  }

  async #askExpected(states: GameState[], signal: AbortSignal): Promise<void> {
    const found = await this.#ask<{ expected: number[][] }>("forecast", { states }, signal);
    if (signal.aborted) return;
    states.forEach((state, index) => {
      const expected = found?.expected[index];
      if (expected === undefined) this.#failed.add(state);
      else this.#expected.set(state, expected);
    });
    this.#answers += 1;
  }

  async #askSpread(outlook: Outlook, signal: AbortSignal): Promise<void> {
    const found = await this.#ask<{ percentiles: Spread }>("density", outlook.args, signal);
    if (signal.aborted) return;
    if (found === null) this.#failed.add(keyOf(outlook));
    else this.#spreads.set(keyOf(outlook), found.percentiles);
    this.#answers += 1;
  }

  /** The answer of a query, or null: the chart works without. */
  async #ask<T extends object>(name: string, args: object, signal: AbortSignal): Promise<T | null> {
    const { engine, info } = this.#parts;
    try {
      return await engine.port.query<T>(info.rulesetId, name, args, { signal });
    } catch (error) {
      note("No forecast", error);
      return null;
    }
  }
}
