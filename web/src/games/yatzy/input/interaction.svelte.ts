/** What the player is doing on the board: dice held, dice being told, and the moves that come of it. */
import { categoryName, scoreIn } from "../card";
import { isAwaited, NONE_HELD, sameAction } from "../dice";
import { completed, nextPlace, without, withFace, withoutLast } from "./entry";
import type { Category, Die, YatzyAction, YatzyState } from "../types";

/** What the board's properties say now. */
export interface BoardView {
  state: YatzyState;
  legalActions: YatzyAction[];
  interactive: boolean;
  onAction: (action: YatzyAction) => void;
  onIllegal: (sentence: string, action: YatzyAction) => void;
}

const AFTER_TELLING_MS = 700;

export class Interaction {
  held = $state.raw<readonly boolean[]>(NONE_HELD);
  /** The dice with what has been told so far. */
  entered = $state.raw<readonly Die[]>([]);

  readonly #view: () => BoardView;
  #toldAt = Number.NEGATIVE_INFINITY;
  /** Dice are to be told. */
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

  /** The place that the next face goes to; null when none is asked for. */
  get next(): number | null {
    return this.canEnter ? nextPlace(this.entered) : null;
  }

  /** Dice were told a moment ago. */
  get justTold(): boolean {
    return performance.now() - this.#toldAt < AFTER_TELLING_MS;
  }

  canScore(category: Category): boolean {
    return this.#open.has(category);
  }

  /** A tap on a die: holds it or lets it go; takes back what was told of it. */
  toggle(place: number): void {
    if (!this.interactive) return;
    if (this.awaiting) {
      if (this.#known) this.entered = without(this.entered, this.state.dice, place);
      return;
    }
    const held = this.held.map((each, at) => (at === place ? !each : each));
    // A quick hand holds before the legal moves have come; holding alone plays nothing.
    if (this.canThrow || (!this.#known && this.state.rolls_left > 0)) this.held = held;
    else if (this.#known) this.#refuse("No throws are left: choose a row of the card.", { keep: held });
  }

  /** Throws the dice that are not held. */
  throw(): void {
    if (!this.interactive || !this.#known) return;
    const action: YatzyAction = { keep: [...this.held] };
    if (this.#isLegal(action)) this.#view().onAction(action);
    else this.#refuse("No throws are left: choose a row of the card.", action);
  }

  score(category: Category): void {
    if (!this.interactive || !this.#known) return;
    const action: YatzyAction = { score: category };
    if (this.#isLegal(action)) {
      this.#view().onAction(action);
      return;
    }
    const points = scoreIn(this.state.players[this.state.active_player_id], category);
    this.#refuse(`${categoryName(category)} is filled already, with ${points} points.`, action);
  }

  /**
   * A face is told for the next die.
   *
   * @param last whether the last one ends it: what is typed needs no further key
   */
  tell(face: number, last: boolean): void {
    if (this.next === null) return;
    this.entered = withFace(this.entered, face);
    if (last) this.done();
  }

  takeBack(): void {
    if (this.canEnter) this.entered = withoutLast(this.entered, this.state.dice);
  }

  /** All dice are told: plays it; nothing while one is missing. */
  done(): void {
    const dice = completed(this.entered);
    if (!this.canEnter || dice === null) return;
    this.#toldAt = performance.now();
    this.#view().onAction({ enter: dice });
  }

  /**
   * Another position is on the board: nothing is told yet, and dice that were kept for this throw stay held.
   *
   * @param before the position that was there before, or null
   */
  settle(before: YatzyState | null): void {
    const { state } = this;
    this.entered = state.dice;
    this.held = state.rolls_left > 0 && !isAwaited(state.dice) ? keptFor(before, state) : NONE_HELD;
  }

  /** Whether the legal moves have come: before that nothing can be refused. */
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

/** The dice that were kept for the throw that lies on the table. */
function keptFor(before: YatzyState | null, state: YatzyState): readonly boolean[] {
  const [first] = state.last_events ?? [];
  if (first?.type === "keep") return first.keep;
  if (first?.type !== "enter" || before === null || !isAwaited(before.dice)) return NONE_HELD;
  // Only the position right before this one says what was kept for its throw.
  const follows = state.chance_counter === (before.chance_counter ?? 0) + 1 && state.active_player_id === before.active_player_id;
  if (!follows || before.dice.some((die, place) => die !== null && die !== state.dice[place])) return NONE_HELD;
  return before.dice.map((die) => die !== null);
}
