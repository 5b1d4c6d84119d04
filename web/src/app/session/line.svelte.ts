/** The main line of a candidate, shown on the board move by move. The engine says what each move leads to; the game itself stays as it is. */
import { sentenceOf } from "../../core/errors";
import { chanceBetween, type GameState } from "../../core/session";
import type { BoardMark, GameUi } from "../../games/types";
import type { GameContext } from "./context";

/** One move of a line, made. */
export interface LineStep {
  action: unknown;
  /** The player who made it. */
  mover: number;
  /** What may be shown after it: where chance comes next, the position before chance has had its say. */
  state: GameState;
  /** The move as a sentence. */
  move: string;
  /** What it brought about besides, in sentences. */
  told: readonly string[];
  /** Nothing can be known of what follows. */
  ends: boolean;
}

/** What was picked in the list of candidates. */
interface Picked {
  from: GameState;
  action: unknown;
  moves: readonly unknown[];
  names: readonly string[];
}

/** Said at the end of a line that ends within a round. */
const NO_FURTHER = "The coach looked no further.";

/** How many moves of a line can be shown: none where the game shows no lines. */
export function lineLength(ui: GameUi, moves: readonly unknown[] | undefined): number {
  return ui.analysis?.lineEnd === undefined ? 0 : (moves?.length ?? 0);
}

export class LinePreview {
  /** Which move of the line is on the board, from 1; with 0 the board shows the game. */
  step = $state(0);
  /** Whether the move on the board follows from what was there, so that it can be seen to be made. */
  follows = $state(true);
  #picked = $state.raw<Picked | null>(null);
  #steps = $state.raw<readonly LineStep[]>([]);
  /** Why the engine would not go on, or null. */
  #problem = $state<string | null>(null);
  /** The last position that the engine gave, from which the line goes on. */
  #tip: GameState | null = null;
  /** The next move on its way. */
  #pending: Promise<boolean> | null = null;
  /** Where the person wants to be: several steps may be wanted before the first is there. */
  #wanted = 0;
  /** How often something else was picked. */
  #picks = 0;
  readonly #context: GameContext;

  constructor(context: GameContext) {
    this.#context = context;
  }

  /** The candidate that was picked in this position, or null. */
  pickedAt(state: GameState | null): unknown {
    return this.#picked !== null && this.#picked.from === state ? this.#picked.action : null;
  }

  /** How many moves there are to be shown. */
  get length(): number {
    return lineLength(this.#context.ui, this.#picked?.moves);
  }

  get isOpen(): boolean {
    return this.step > 0;
  }

  /** What is on the board instead of the game, or null. */
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

  /** What there is to say besides: how the round ends, and why there is nothing after it. */
  get told(): readonly string[] {
    const { shown } = this;
    if (shown === null) return [];
    if (this.step < this.length || shown.ends) return shown.told;
    return [this.#problem ?? NO_FURTHER];
  }

  /** Why not even the first move could be shown, or null. */
  get failure(): string | null {
    return this.#steps.length === 0 ? this.#problem : null;
  }

  /**
   * Picks a candidate; its line can be gone through then.
   *
   * @param from the position of the decision
   * @param moves the line, the candidate itself first
   * @param names who is called what in the sentences, by player
   */
  pick(from: GameState, action: unknown, moves: readonly unknown[], names: readonly string[]): void {
    this.drop();
    this.#picked = { from, action, moves, names };
  }

  /** Forgets what was picked. */
  drop(): void {
    this.close();
    this.#picks += 1;
    this.#picked = null;
    this.#steps = [];
    this.#problem = this.#tip = this.#pending = null;
  }

  /** Back to the game; the candidate stays picked. */
  close(): void {
    this.step = this.#wanted = 0;
    this.follows = false;
  }

  /** Goes on by so many moves, or back. */
  async move(by: number): Promise<void> {
    await this.go(this.#wanted + by);
  }

  /** Shows a move of the line, from 1 to `length`; where the line turns out to be shorter, its last one. */
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
    // The same move again is told once more when it has turned out to be the last.
    if (this.text !== before) this.#context.announce([this.text, ...this.told].join(" "));
  }

  /** Asks the engine for the next move. Returns whether there was one. */
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
      // What chance brings is not shown, so any seed serves a position that has none.
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
    return { action, mover: before.active_player_id, move, state: (end?.state ?? after) as GameState, told: end?.told ?? [], ends };
  }

  /** The line has no more moves than those that are known. */
  #cut(picked: Picked): void {
    this.#picked = { ...picked, moves: picked.moves.slice(0, this.#steps.length) };
  }
}
