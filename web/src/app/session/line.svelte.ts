/** Preview of a candidate's principal variation on the board, move by move, without changing the game. */
import { sentenceOf } from "../../core/errors";
import { chanceBetween, type GameState } from "../../core/session";
import type { BoardMark, GameUi } from "../../games/types";
import { LINE } from "../words/panels";
import type { GameContext } from "./context";

/** One move of a line, applied. */
export interface LineStep {
  action: unknown;
  /** The player who made it. */
  mover: number;
  /** The position to show after it; where a chance event follows, the one before the event. */
  state: GameState;
  /** The move as a sentence. */
  move: string;
  /** Further consequences, as sentences. */
  notes: readonly string[];
  /** Whether the line ends here, because chance follows or the game is over. */
  ends: boolean;
}

/** The candidate picked in the list. */
interface Picked {
  from: GameState;
  action: unknown;
  moves: readonly unknown[];
  names: readonly string[];
}

/** The number of moves of a line that can be shown; 0 where the game does not show lines. */
export function lineLength(ui: GameUi, moves: readonly unknown[] | undefined): number {
  return ui.analysis?.lineEnd === undefined ? 0 : (moves?.length ?? 0);
}

export class LinePreview {
  /** The number of the move on the board, from 1; 0 when the board shows the game. */
  step = $state(0);
  /** Whether the board showed the previous move before, so that this one can be animated. */
  follows = $state(true);
  #picked = $state.raw<Picked | null>(null);
  #steps = $state.raw<readonly LineStep[]>([]);
  /** Why the engine could not apply the next move, or null. */
  #problem = $state<string | null>(null);
  /** The last position from the engine, from which the line continues. */
  #tip: GameState | null = null;
  /** The pending request for the next move. */
  #pending: Promise<boolean> | null = null;
  /** The target step: several steps may be requested before the first has arrived. */
  #wanted = 0;
  /** Incremented whenever another candidate is picked. */
  #picks = 0;
  readonly #context: GameContext;

  constructor(context: GameContext) {
    this.#context = context;
  }

  /** The candidate picked in this position, or null. */
  pickedAt(state: GameState | null): unknown {
    return this.#picked !== null && this.#picked.from === state ? this.#picked.action : null;
  }

  /** The number of moves to show. */
  get length(): number {
    return lineLength(this.#context.ui, this.#picked?.moves);
  }

  get isOpen(): boolean {
    return this.step > 0;
  }

  /** The step on the board, or null when it shows the game. */
  get shown(): LineStep | null {
    return this.#steps[this.step - 1] ?? null;
  }

  get marks(): BoardMark[] {
    const { shown } = this;
    return shown === null ? [] : [{ action: shown.action, kind: "line", label: String(this.step), player: shown.mover }];
  }

  /** The move on the board: "2 of 7: You take 3 Red from factory 1 to line 3." */
  get text(): string {
    return this.shown === null ? "" : `${this.step} of ${this.length}: ${this.shown.move}`;
  }

  /** Notes on the step: how the round ends, and why the line ends. */
  get notes(): readonly string[] {
    const { shown } = this;
    if (shown === null) return [];
    if (this.step < this.length || shown.ends) return shown.notes;
    return [this.#problem ?? LINE.noFurther];
  }

  /** Why not even the first move could be shown, or null. */
  get failure(): string | null {
    return this.#steps.length === 0 ? this.#problem : null;
  }

  /**
   * Picks a candidate, whose line can then be stepped through.
   *
   * @param from the position of the decision
   * @param moves the line, starting with the candidate
   * @param names the players' names for the sentences
   */
  pick(from: GameState, action: unknown, moves: readonly unknown[], names: readonly string[]): void {
    this.drop();
    this.#picked = { from, action, moves, names };
  }

  /** Unpicks the candidate. */
  drop(): void {
    this.close();
    this.#picks += 1;
    this.#picked = null;
    this.#steps = [];
    this.#problem = this.#tip = this.#pending = null;
  }

  /** Returns to the game; the candidate stays picked. */
  close(): void {
    this.step = this.#wanted = 0;
    this.follows = false;
  }

  /** Moves by a number of steps, forwards or back. */
  async move(by: number): Promise<void> {
    await this.go(this.#wanted + by);
  }

  /** Shows a move of the line, from 1 to `length`; the last one if the line turns out to be shorter. */
  async go(step: number): Promise<void> {
    const picks = this.#picks;
    const before = this.text;
    const wanted = Math.max(1, Math.min(step, this.length));
    this.#wanted = wanted;
    while (this.#steps.length < Math.min(wanted, this.length) && (await this.#extend()));
    if (picks !== this.#picks || this.#wanted !== wanted) return;
    const reached = Math.min(wanted, this.#steps.length);
    this.follows = reached === this.step + 1;
    this.step = this.#wanted = reached;
    // A move is announced again when it turns out to be the last.
    if (this.text !== before) this.#context.announce([this.text, ...this.notes].join(" "));
  }

  /** Extends the line by one move. Returns whether there was one. */
  #extend(): Promise<boolean> {
    const pending = this.#pending ?? this.#askNext();
    this.#pending = pending;
    void pending.finally(() => {
      if (this.#pending === pending) this.#pending = null;
    });
    return pending;
  }

  async #askNext(): Promise<boolean> {
    const picked = this.#picked;
    const before = this.#tip ?? picked?.from ?? null;
    const action = picked?.moves[this.#steps.length];
    if (picked === null || before === null || action === undefined) return false;
    try {
      // Chance events are not shown, so any seed will do where the position has none.
      const after = await this.#context.engine.port.applyAction({ ...before, seed: before.seed ?? 0 }, action);
      if (this.#picked !== picked) return false;
      const step = this.#stepOf(before, action, after, picked.names);
      this.#tip = after;
      this.#steps = [...this.#steps, step];
      if (step.ends) this.#cut(picked);
      return true;
    } catch (error) {
      if (this.#picked !== picked) return false;
      this.#problem = sentenceOf(error);
      this.#cut(picked);
      return false;
    }
  }

  #stepOf(before: GameState, action: unknown, after: GameState, names: readonly string[]): LineStep {
    const { ui } = this.#context;
    const move = ui.words.eventsText(after, names)[0] ?? ui.words.actionText(action, before);
    const ends = chanceBetween(before, after) || after.game_over === true;
    const end = ends ? ui.analysis?.lineEnd?.(after, names) : undefined;
    return { action, mover: before.active_player_id, move, state: (end?.state ?? after) as GameState, notes: end?.notes ?? [], ends };
  }

  /** Ends the line after the known steps. */
  #cut(picked: Picked): void {
    this.#picked = { ...picked, moves: picked.moves.slice(0, this.#steps.length) };
  }
}
