/** The state of the player's input: cards chosen for passing, the card pointed at, and a drag in progress. */
import type { Lifted } from "../../shared/board/drag";
import { passKey, sorted } from "../cards";
import type { Card } from "../cards";
import { groupLegal, TO_PASS } from "./selection";
import type { Legal } from "./selection";
import type { HeartsAction, HeartsState } from "../types";
import { phaseOf, visibleHand } from "../view";
import { CHOOSING, chosenText, turnText, unplayableText } from "../words/board";

/** The board's current properties. */
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

/** The place where dragged cards are dropped. */
export const MIDDLE = "middle";

/** A card under the pointer. */
export interface Drag extends Lifted {
  card: Card;
}

const NO_CARDS: readonly Card[] = [];

export class Interaction {
  /** Cards chosen for passing, sorted like a hand. */
  chosen = $state.raw<readonly Card[]>(NO_CARDS);
  /** The card under the pointer or the focus. */
  pointed = $state<Card | null>(null);
  drag = $state.raw<Drag | null>(null);
  announcement = $state("");
  /** Whether the last move came from a drag, so that its card need not be animated. */
  lastMoveWasDrag = false;

  readonly #view: () => BoardView;
  readonly #legal = $derived.by<Legal>(() => groupLegal(this.#view().interactive ? this.#view().legalActions : []));
  /** The hand of the player to move, if that player acts on this board and the hand is visible. */
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

  /** Whether the legal actions have arrived; before the end of a game there is always one. */
  get known(): boolean {
    return this.#view().legalActions.length > 0;
  }

  /** Whether three cards that may be passed are chosen. */
  get canPass(): boolean {
    return this.chosen.length === TO_PASS && this.#legal.passes.has(passKey(this.chosen));
  }

  playable(card: Card): boolean {
    return this.#legal.plays.has(card) && this.acting.includes(card);
  }

  /** Whether to dim the cards that are not playable. */
  get choosingPlay(): boolean {
    return !this.passing && this.acting.length > 0 && this.#legal.plays.size > 0;
  }

  isChosen(card: Card): boolean {
    return this.chosen.includes(card);
  }

  /** Handles a click, or Enter, on a visible card. */
  click(card: Card): void {
    if (this.acting.length === 0) return;
    if (this.passing && this.acting.includes(card)) this.#toggle(card);
    else if (this.playable(card)) this.#act({ play: card });
    else this.#refuse(card);
  }

  /** Passes the chosen cards. */
  pass(): void {
    if (this.canPass) this.#act({ pass: this.chosen });
  }

  /** Whether a card can be dragged. Unplayable cards can be, to show the reason when they are dropped. */
  canTake(card: Card): boolean {
    return this.acting.includes(card) && this.known;
  }

  /** Handles a card dropped in the middle; returns whether that was a move. */
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

  /** After a change of position: drops chosen and dragged cards that are no longer in hand. */
  settle(): void {
    if (this.chosen.some((card) => !this.passing || !this.acting.includes(card))) this.cancel();
    if (this.drag !== null && !this.drag.returning && !this.acting.includes(this.drag.card)) this.drag = null;
  }

  #toggle(card: Card): void {
    if (this.isChosen(card)) {
      this.chosen = this.chosen.filter((each) => each !== card);
    } else if (this.chosen.length === TO_PASS) {
      this.announcement = CHOOSING.full;
      return;
    } else {
      this.chosen = sorted([...this.chosen, card]);
    }
    this.announcement = chosenText(TO_PASS - this.chosen.length);
  }

  #act(action: HeartsAction): void {
    this.cancel();
    this.pointed = null;
    this.#view().onAction(action);
  }

  /** Reports why a card cannot be played, unless the legal actions have not arrived yet. */
  #refuse(card: Card): void {
    if (!this.known) return;
    const yours = this.acting.includes(card);
    const { playerNames, state } = this.#view();
    const sentence = yours ? unplayableText(card) : turnText(playerNames[state.active_player_id]);
    this.#view().onIllegal(sentence, { play: card });
  }
}
