/** What the player is doing on the board: cards chosen for passing, the card pointed at, a drag under way. */
import type { Lifted } from "../../shared/board/drag";
import { cardName, passKey, sorted } from "../cards";
import type { Card } from "../cards";
import { groupLegal, TO_PASS } from "./selection";
import type { Legal } from "./selection";
import type { HeartsAction, HeartsState } from "../types";
import { phaseOf, visibleHand } from "../view";

/** What the board's properties say now. */
export interface BoardView {
  state: HeartsState;
  legalActions: HeartsAction[];
  interactive: boolean;
  perspective: number;
  reveal?: boolean;
  playerNames: readonly string[];
  onAction: (action: HeartsAction) => void;
  onIllegal: (sentence: string, action: HeartsAction) => void;
}

/** Where a dragged card is dropped. */
export const MIDDLE = "middle";

/** A card under the pointer. */
export interface Drag extends Lifted {
  card: Card;
}

const NO_CARDS: readonly Card[] = [];

export class Interaction {
  /** Cards chosen for passing, in the order of hands. */
  chosen = $state.raw<readonly Card[]>(NO_CARDS);
  /** The card under the pointer or the focus. */
  pointed = $state<Card | null>(null);
  drag = $state.raw<Drag | null>(null);
  announcement = $state("");
  /** The move just made came from a drag: its card need not move again. */
  dropped = false;

  readonly #view: () => BoardView;
  readonly #legal = $derived.by<Legal>(() => groupLegal(this.#view().interactive ? this.#view().legalActions : []));
  /** The hand of whoever is to move, if that is to be done here and its cards are in sight. */
  readonly acting = $derived.by<readonly Card[]>(() => {
    const { state, interactive, perspective, reveal } = this.#view();
    if (!interactive || state.game_over === true) return NO_CARDS;
    return visibleHand(state, state.active_player_id, perspective, reveal === true) ?? NO_CARDS;
  });
  readonly passing = $derived.by(() => this.acting.length > 0 && phaseOf(this.#view().state) === "pass");
  /** The move that would be made now. */
  readonly preview = $derived.by<HeartsAction | null>(() => {
    if (this.passing) return this.canPass ? { pass: this.chosen } : null;
    return this.pointed !== null && this.playable(this.pointed) ? { play: this.pointed } : null;
  });

  constructor(view: () => BoardView) {
    this.#view = view;
  }

  get state(): HeartsState {
    return this.#view().state;
  }

  /** Whether it is known yet what is legal: in a game that goes on something always is. */
  get known(): boolean {
    return this.#view().legalActions.length > 0;
  }

  /** Whether three cards are chosen that may be passed. */
  get canPass(): boolean {
    return this.chosen.length === TO_PASS && this.#legal.passes.has(passKey(this.chosen));
  }

  playable(card: Card): boolean {
    return this.#legal.plays.has(card) && this.acting.includes(card);
  }

  /** Whether cards that are not playable are to be told from those that are. */
  get choosingPlay(): boolean {
    return !this.passing && this.acting.length > 0 && this.#legal.plays.size > 0;
  }

  isChosen(card: Card): boolean {
    return this.chosen.includes(card);
  }

  /** A click, or Enter, on a card in sight. */
  click(card: Card): void {
    if (this.acting.length === 0) return;
    if (this.passing && this.acting.includes(card)) this.#toggle(card);
    else if (this.playable(card)) this.#act({ play: card });
    else this.#refuse(card);
  }

  /** Hands in the chosen cards. */
  pass(): void {
    if (this.canPass) this.#act({ pass: this.chosen });
  }

  /** Whether a card can be lifted. One that is not playable can: where it is dropped, it is said why not. */
  canTake(card: Card): boolean {
    return this.acting.includes(card) && this.known;
  }

  /** A card is dropped in the middle; returns whether that was a move. */
  drop(card: Card): boolean {
    if (this.passing) {
      if (!this.isChosen(card)) this.#toggle(card);
      return false;
    }
    if (!this.playable(card)) {
      this.#refuse(card);
      return false;
    }
    this.#act({ play: card });
    return true;
  }

  point(card: Card | null): void {
    this.pointed = card;
  }

  leave(card: Card): void {
    if (this.pointed === card) this.pointed = null;
  }

  cancel(): void {
    this.chosen = NO_CARDS;
    this.announcement = "";
  }

  /** The position changed: what is no longer in hand is let go. */
  settle(): void {
    if (this.chosen.some((card) => !this.passing || !this.acting.includes(card))) this.cancel();
    if (this.drag !== null && !this.drag.returning && !this.acting.includes(this.drag.card)) this.drag = null;
  }

  #toggle(card: Card): void {
    if (this.isChosen(card)) {
      this.chosen = this.chosen.filter((each) => each !== card);
    } else if (this.chosen.length === TO_PASS) {
      this.announcement = "Three cards are chosen. Put one back first.";
      return;
    } else {
      this.chosen = sorted([...this.chosen, card]);
    }
    const left = TO_PASS - this.chosen.length;
    this.announcement = left === 0 ? "Three cards chosen." : `Choose ${left} more.`;
  }

  #act(action: HeartsAction): void {
    this.cancel();
    this.pointed = null;
    this.#view().onAction(action);
  }

  /** Says that it cannot be, unless it is not known yet what can. */
  #refuse(card: Card): void {
    if (!this.known) return;
    const yours = this.acting.includes(card);
    const { playerNames, state } = this.#view();
    const whose = playerNames[state.active_player_id] ?? "another player";
    const sentence = yours ? `The ${cardName(card)} cannot be played now.` : `It is the turn of ${whose}.`;
    this.#view().onIllegal(sentence, { play: card });
  }
}
