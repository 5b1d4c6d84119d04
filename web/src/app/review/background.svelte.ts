/** Grading of all moves of a reviewed game, one by one, at lower priority than requests from the screen. */
import { limitsOf } from "../../coach/decision/scale";
import { isEngineGone, isStopped, sentenceOf } from "../../core/errors";
import { decisionAt, type GameState } from "../../core/session";
import { steadyParams } from "../session/params";
import type { GameContext } from "../session/context";
import type { Table } from "../session/table.svelte";
import { SPOKEN } from "../words/narration";

export interface Grading {
  done: number;
  total: number;
}

interface Reviewed {
  readonly table: Pick<Table, "session" | "decides">;
  /** The people who played; null where that is not known. */
  readonly learners: readonly number[] | null;
  /** Whether the coach would give away an opponent's cards. */
  secret: (state: GameState) => boolean;
}

/** The indexes of moves without a verdict, the people's first; entered throws do not count. */
export function ungradedIn(info: Parameters<typeof limitsOf>[0], review: Reviewed): number[] {
  const { table, learners } = review;
  const judged = limitsOf(info).length > 0;
  const missing = (table.session?.decisions ?? []).flatMap(({ state, action, evaluation }, index) => {
    const done = (evaluation?.deltaEv ?? null) !== null && (!judged || (evaluation?.verdict ?? null) !== null);
    const own = learners?.includes(state.active_player_id) ?? true;
    return action !== null && !done && table.decides(state) && !review.secret(state) ? [{ index, own }] : [];
  });
  return [...missing.filter(({ own }) => own), ...missing.filter(({ own }) => !own)].map(({ index }) => index);
}

export class BackgroundGrading {
  /** How far it is; null while it does not run. */
  progress = $state.raw<Grading | null>(null);
  #stop: AbortController | null = null;
  /** The first position of the game whose grading the person has stopped. */
  #declined: GameState | null = null;
  readonly #context: GameContext;
  readonly #table: Table;
  readonly #wanted: () => number[];

  /** @param wanted the indexes of the moves without a grade, the most wanted first */
  constructor(context: GameContext, table: Table, wanted: () => number[]) {
    this.#context = context;
    this.#table = table;
    this.#wanted = wanted;
  }

  /** Grades what is missing, unless the person has stopped that for this game. */
  async resume(): Promise<void> {
    const first = this.#table.session?.decisions[0]?.state ?? null;
    if (this.#stop === null && first !== this.#declined) await this.run();
  }

  /** Grades until every move has a grade. */
  async run(): Promise<void> {
    this.pause();
    this.#declined = null;
    const stop = new AbortController();
    this.#stop = stop;
    const tried = new Set<number>();
    const total = this.#wanted().length;
    if (total > 0) this.progress = { done: 0, total };
    try {
      for (let index = this.#next(tried); index !== undefined; index = this.#next(tried)) {
        tried.add(index);
        if (!(await this.#tried(index, stop.signal))) return;
        // Moves that were graded on request count, too.
        this.progress = { done: Math.max(0, total - this.#wanted().length), total };
      }
      if (total > 0 && this.#wanted().length === 0) this.#context.announce(SPOKEN.allGraded);
    } catch (error) {
      if (!isStopped(error)) this.#table.error = sentenceOf(error);
    } finally {
      if (this.#stop === stop) this.pause();
    }
  }

  /** The next move to grade, the one on screen first; a move that got no verdict is not tried again. */
  #next(tried: ReadonlySet<number>): number | undefined {
    const wanted = this.#wanted().filter((index) => !tried.has(index));
    return wanted.includes(this.#table.view) ? this.#table.view : wanted[0];
  }

  /** Grades a move; a position that the engine refuses does not hold up the others. Returns false when it was stopped. */
  async #tried(index: number, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#grade(index, signal);
    } catch (error) {
      if (isStopped(error) || isEngineGone(error)) throw error;
      if (signal.aborted) return false;
      this.#table.error = sentenceOf(error);
      return true;
    }
  }

  /** Returns false when it was stopped. */
  async #grade(index: number, signal: AbortSignal): Promise<boolean> {
    const { session } = this.#table;
    if (session === null) return false;
    const { state, action } = decisionAt(session, index);
    const { engine, info, settings } = this.#context;
    const params = steadyParams(settings, info, state);
    const result = await engine.port.gradeUserAction(state, state.active_player_id, action, params, { signal, background: true });
    if (signal.aborted) return false;
    this.#table.coaching.store(index, state, action, result);
    return true;
  }

  /** Stops at the person's request, for this game. */
  cancel(): void {
    this.#declined = this.#table.session?.decisions[0]?.state ?? null;
    this.pause();
  }

  /** Stops for now. */
  pause(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.progress = null;
  }
}
