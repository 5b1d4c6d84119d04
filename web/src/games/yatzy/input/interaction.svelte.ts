/** The player's interaction with the board: held dice, dice being entered, and the resulting moves. */
import { scoreIn } from "../card";
import { isAwaited, NONE_HELD, sameAction } from "../dice";
import { completed, nextPlace, without, withFace, withoutLast } from "./entry";
import type { Category, Die, YatzyAction, YatzyState } from "../types";
import { filledText, NO_THROWS } from "../words/board";

/** The board's current properties. */
export interface BoardView {
  state: YatzyState;
  legalActions: YatzyAction[];
  interactive: boolean;
  onAction: (action: YatzyAction) => void;
  onIllegal: (sentence: string, action: YatzyAction) => void;
}

const AFTER_ENTRY_MS = 700;

export class Interaction {
  held = $state.raw<readonly boolean[]>(NONE_HELD);
  /** The dice with those entered so far. */
  entered = $state.raw<readonly Die[]>([]);

  readonly #view: () => BoardView;
  #enteredAt = Number.NEGATIVE_INFINITY;
  /** Whether dice are still to be entered. */
  readonly awaiting = $derived.by(() => isAwaited(this.#view().state.dice));
  readonly canThrow = $derived.by(() => this.#can((action) => "keep" in action));
  readonly canEnter = $derived.by(() => this.#can((action) => "enter" in action));
  readonly #open = $derived.by(() => {
    const { interactive, legalActions } = this.#view();
    return new Set(interactive ? legalActions.flatMap((action) => ("score" in action ? [action.score] : [])) : []);
  });

  constructor(view: () => BoardView) {
    this.#view = view;
  }

  get state(): YatzyState {
    return this.#view().state;
  }

  get interactive(): boolean {
    return this.#view().interactive;
  }

  /** The place of the next face to enter; null if there is none to enter. */
  get next(): number | null {
    return this.canEnter ? nextPlace(this.entered) : null;
  }

  /** Whether dice were entered a moment ago. */
  get justEntered(): boolean {
    return performance.now() - this.#enteredAt < AFTER_ENTRY_MS;
  }

  canScore(category: Category): boolean {
    return this.#open.has(category);
  }

  /** A tap on a die: holds or releases it; removes its entered face. */
  toggle(place: number): void {
    if (!this.interactive) return;
    if (this.awaiting) {
      if (this.#known) this.entered = without(this.entered, this.state.dice, place);
      return;
    }
    const held = this.held.map((each, at) => (at === place ? !each : each));
    // Dice may be held before the legal moves have arrived, because holding alone plays nothing.
    if (this.canThrow || (!this.#known && this.state.rolls_left > 0)) this.held = held;
    else if (this.#known) this.#refuse(NO_THROWS, { keep: held });
  }

  /** Throws the dice that are not held. */
  throw(): void {
    if (!this.interactive || !this.#known) return;
    const action: YatzyAction = { keep: [...this.held] };
    if (this.#isLegal(action)) this.#view().onAction(action);
    else this.#refuse(NO_THROWS, action);
  }

  score(category: Category): void {
    if (!this.interactive || !this.#known) return;
    const action: YatzyAction = { score: category };
    if (this.#isLegal(action)) {
      this.#view().onAction(action);
      return;
    }
    const points = scoreIn(this.state.players[this.state.active_player_id], category);
    this.#refuse(filledText(category, points), action);
  }

  /**
   * Enters a face for the next die.
   *
   * @param submit whether the last die submits the entry, as when typing
   */
  enterFace(face: number, submit: boolean): void {
    if (this.next === null) return;
    this.entered = withFace(this.entered, face);
    if (submit) this.done();
  }

  removeLast(): void {
    if (this.canEnter) this.entered = withoutLast(this.entered, this.state.dice);
  }

  /** Submits the entered dice; does nothing while one is missing. */
  done(): void {
    const dice = completed(this.entered);
    if (!this.canEnter || dice === null) return;
    this.#enteredAt = performance.now();
    this.#view().onAction({ enter: dice });
  }

  /**
   * Resets the interaction for a new position; dice kept for the throw on the table stay held.
   *
   * @param before the previous position, or null
   */
  settle(before: YatzyState | null): void {
    const { state } = this;
    this.entered = state.dice;
    this.held = state.rolls_left > 0 && !isAwaited(state.dice) ? keptFor(before, state) : NONE_HELD;
  }

  /** Whether the legal moves have arrived; before that nothing can be refused. */
  get #known(): boolean {
    return this.#view().legalActions.length > 0;
  }

  #can(kind: (action: YatzyAction) => boolean): boolean {
    const { interactive, legalActions } = this.#view();
    return interactive && legalActions.some(kind);
  }

  #isLegal(action: YatzyAction): boolean {
    return this.#view().legalActions.some((each) => sameAction(each, action));
  }

  #refuse(sentence: string, action: YatzyAction): void {
    this.#view().onIllegal(sentence, action);
  }
}

/** The dice that were kept for the throw on the table. */
function keptFor(before: YatzyState | null, state: YatzyState): readonly boolean[] {
  const [first] = state.last_events ?? [];
  if (first?.type === "keep") return first.keep;
  if (first?.type !== "enter" || before === null || !isAwaited(before.dice)) return NONE_HELD;
  // Only the position directly before this one shows which dice were kept.
  const follows = state.chance_counter === (before.chance_counter ?? 0) + 1 && state.active_player_id === before.active_player_id;
  if (!follows || before.dice.some((die, place) => die !== null && die !== state.dice[place])) return NONE_HELD;
  return before.dice.map((die) => die !== null);
}
