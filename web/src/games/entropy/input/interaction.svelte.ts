/** What the player is doing on the board: a token picked up, the cell pointed at, a drag under way. */
import type { Lifted } from "../../shared/board/drag";
import { cellIndex, colorName, sizeOf } from "../cells";
import { groupLegal, NOTHING } from "./selection";
import type { Legal } from "./selection";
import { CHAOS } from "../types";
import type { Cell, Color, EntropyAction, EntropyState } from "../types";
import { chosenText, stuckText } from "../words/phrases";

/** What the board's properties say now. */
export interface BoardView {
  state: EntropyState;
  legalActions: EntropyAction[];
  interactive: boolean;
  onAction: (action: EntropyAction) => void;
  onIllegal: (sentence: string, action: EntropyAction) => void;
}

/** The drawn token's place, as something to drag from. */
export const HAND = "hand";

/** A token under the pointer. */
export interface Drag extends Lifted {
  /** A cell, or `HAND`. */
  from: string;
  color: Color;
}

export class Interaction {
  /** The cell of the token that Order picked up. */
  chosen = $state<string | null>(null);
  /** The cell under the pointer or the focus. */
  pointed = $state<string | null>(null);
  drag = $state.raw<Drag | null>(null);
  announcement = $state("");
  /** The move just made came from a drag: its token need not move again. */
  dropped = false;

  readonly #view: () => BoardView;
  readonly #legal = $derived.by<Legal>(() => groupLegal(this.#view().interactive ? this.#view().legalActions : []));
  /** Cells that light up. */
  readonly targets = $derived.by<ReadonlySet<string>>(() => {
    if (this.chaos) return this.#legal.places;
    return this.chosen === null ? NOTHING : (this.#legal.slides.get(this.chosen) ?? NOTHING);
  });
  /** The move that would be made now. */
  readonly preview = $derived.by<EntropyAction | null>(() => {
    if (this.pointed === null || !this.targets.has(this.pointed)) return null;
    return this.#actionTo(this.pointed);
  });
  /** The token that would come to lie on the cell pointed at. */
  readonly ghost = $derived.by<Cell>(() => {
    if (this.preview === null) return "";
    return this.chaos ? (this.state.token ?? "") : this.tokenAt(this.chosen ?? "");
  });

  constructor(view: () => BoardView) {
    this.#view = view;
  }

  get state(): EntropyState {
    return this.#view().state;
  }

  get interactive(): boolean {
    return this.#view().interactive;
  }

  /** Whether it is known yet what is legal: in a game that goes on something always is. */
  get known(): boolean {
    return this.#view().legalActions.length > 0;
  }

  /** Whether it is Chaos's turn. */
  get chaos(): boolean {
    return this.state.active_player_id === CHAOS;
  }

  get canPass(): boolean {
    return this.#legal.pass;
  }

  tokenAt(cell: string): Cell {
    return this.state.board[cellIndex(cell, sizeOf(this.state))] ?? "";
  }

  /** Whether a token can be picked up. While it is not known yet what is legal, a quick hand may. */
  canTake(from: string): boolean {
    if (!this.interactive || this.state.game_over === true) return false;
    if (from === HAND) return this.chaos && this.state.token != null;
    return !this.chaos && this.tokenAt(from) !== "" && (!this.known || this.#legal.slides.has(from));
  }

  /** A click, or Enter, on a cell. */
  click(cell: string): void {
    if (!this.interactive || this.state.game_over === true) return;
    if (this.targets.has(cell)) return this.#act(this.#actionTo(cell));
    if (this.chaos) return this.#refuse(cell);
    if (this.chosen === cell) return this.cancel();
    if (this.canTake(cell)) return this.#choose(cell);
    if (this.chosen !== null) return this.#refuse(cell);
    const token = this.tokenAt(cell);
    if (token !== "") this.announcement = stuckText(token, cell);
  }

  pass(): void {
    if (this.canPass) this.#act("pass");
  }

  /** A token is lifted by the pointer. */
  take(from: string): boolean {
    if (!this.canTake(from)) return false;
    if (from !== HAND) this.chosen = from;
    return true;
  }

  /** A token is dropped on a cell; returns whether that was a move. */
  drop(cell: string): boolean {
    if (!this.targets.has(cell)) {
      this.#refuse(cell);
      return false;
    }
    this.#act(this.#actionTo(cell));
    return true;
  }

  point(cell: string | null): void {
    this.pointed = cell;
  }

  leave(cell: string): void {
    if (this.pointed === cell) this.pointed = null;
  }

  cancel(): void {
    this.chosen = null;
    this.announcement = "";
  }

  /** The position or the legal actions changed: what is no longer possible is let go. */
  settle(): void {
    if (this.chosen !== null && !this.canTake(this.chosen)) this.cancel();
    if (this.chosen !== null && this.announcement === "") this.#tellChosen(this.chosen);
    if (this.drag !== null && !this.drag.returning && !this.canTake(this.drag.from)) this.drag = null;
  }

  #actionTo(cell: string): EntropyAction {
    return this.chaos ? { cell } : { from: this.chosen ?? "", to: cell };
  }

  #act(action: EntropyAction): void {
    this.cancel();
    this.pointed = null;
    this.#view().onAction(action);
  }

  /** Says that it cannot be, unless it is not known yet what can. */
  #refuse(cell: string): void {
    if (!this.known) return;
    if (this.chaos) {
      const token = this.state.token ?? null;
      this.#view().onIllegal(`${token === null ? "The token" : colorName(token)} cannot go on ${cell}.`, { cell });
      return;
    }
    const from = this.chosen ?? "";
    const token = this.tokenAt(from);
    this.#view().onIllegal(`${token === "" ? "The token" : colorName(token)} cannot slide from ${from} to ${cell}.`, { from, to: cell });
  }

  #choose(cell: string): void {
    this.chosen = cell;
    this.announcement = "";
    this.#tellChosen(cell);
  }

  /** Says where the token may go; while that is not known yet, nothing. */
  #tellChosen(cell: string): void {
    const token = this.tokenAt(cell);
    if (token !== "" && this.known) this.announcement = chosenText(token, cell, this.targets.size);
  }
}
