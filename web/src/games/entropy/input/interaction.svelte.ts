/** The player's interaction with the board: the picked-up token, the cell pointed at, the current drag. */
import type { Lifted } from "../../shared/board/drag";
import { cellIndex, sizeOf } from "../cells";
import { groupLegal, NOTHING } from "./selection";
import type { Legal } from "./selection";
import { CHAOS } from "../types";
import type { Cell, Color, EntropyAction, EntropyState } from "../types";
import { cannotPlaceText, cannotSlideText } from "../words/board";
import { chosenText, stuckText } from "../words/phrases";

/** The board's current properties. */
export interface BoardView {
  state: EntropyState;
  legalActions: EntropyAction[];
  interactive: boolean;
  onAction: (action: EntropyAction) => void;
  onIllegal: (sentence: string, action: EntropyAction) => void;
}

/** The place of the drawn token, as a drag source. */
export const HAND = "hand";

/** A token under the pointer. */
export interface Drag extends Lifted {
  /** A cell, or `HAND`. */
  from: string;
  color: Color;
}

export class Interaction {
  /** The cell of the token Order has picked up. */
  chosen = $state<string | null>(null);
  /** The cell under the pointer or the focus. */
  pointed = $state<string | null>(null);
  drag = $state.raw<Drag | null>(null);
  announcement = $state("");
  /** Whether the last move was a drop, so that its token needs no animation. */
  lastMoveWasDrag = false;

  readonly #view: () => BoardView;
  readonly #legal = $derived.by<Legal>(() => groupLegal(this.#view().interactive ? this.#view().legalActions : []));
  /** The cells that light up. */
  readonly targets = $derived.by<ReadonlySet<string>>(() => {
    if (this.chaos) return this.#legal.places;
    return this.chosen === null ? NOTHING : (this.#legal.slides.get(this.chosen) ?? NOTHING);
  });
  /** The move that a click would make. */
  readonly preview = $derived.by<EntropyAction | null>(() => {
    if (this.pointed === null || !this.targets.has(this.pointed)) return null;
    return this.#actionTo(this.pointed);
  });
  /** The token that move would put on the cell pointed at. */
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

  /** Whether the legal moves have arrived; an unfinished game always has some. */
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

  /** Whether a token can be picked up; before the legal moves have arrived, any can. */
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

  /** Lifts a token by the pointer; returns whether it can be taken. */
  take(from: string): boolean {
    if (!this.canTake(from)) return false;
    if (from !== HAND) this.chosen = from;
    return true;
  }

  /** Drops a token on a cell; returns whether that was a move. */
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

  /** Updates the interaction after the position or the legal actions changed: releases what can no longer move. */
  settle(): void {
    if (this.chosen !== null && !this.canTake(this.chosen)) this.cancel();
    if (this.chosen !== null && this.announcement === "") this.#announceChosen(this.chosen);
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

  /** Refuses a cell with a sentence, once the legal moves are known. */
  #refuse(cell: string): void {
    if (!this.known) return;
    if (this.chaos) {
      this.#view().onIllegal(cannotPlaceText(this.state.token ?? "", cell), { cell });
      return;
    }
    const from = this.chosen ?? "";
    this.#view().onIllegal(cannotSlideText(this.tokenAt(from), from, cell), { from, to: cell });
  }

  #choose(cell: string): void {
    this.chosen = cell;
    this.announcement = "";
    this.#announceChosen(cell);
  }

  /** Announces the number of target cells, once the legal moves are known. */
  #announceChosen(cell: string): void {
    const token = this.tokenAt(cell);
    if (token !== "" && this.known) this.announcement = chosenText(token, cell, this.targets.size);
  }
}
