/** The state of input on the board: the chosen tiles, the destination under the pointer, a drag in progress. */
import type { Lifted } from "../../shared/board/drag";
import { countAt } from "../layout";
import type { Choice, DestKey } from "../layout";
import { canTake, choiceKey, choicesInOrder, chooseNext, destinationsOf, groupLegal, keepIfLegal, place, sameChoice } from "./selection";
import type { LegalMap } from "./selection";
import type { AzulAction, AzulState, Color } from "../types";
import { chosenText } from "../words/phrases";

/** The board's current properties. */
export interface BoardView {
  state: AzulState;
  legalActions: AzulAction[];
  interactive: boolean;
  onAction: (action: AzulAction) => void;
  onIllegal: (sentence: string, action: AzulAction) => void;
}

/** Tiles under the pointer. */
export interface Drag extends Lifted {
  choice: Choice;
  count: number;
  color: Color;
}

export class Interaction {
  /** The tiles that the player has chosen. */
  chosen = $state.raw<Choice | null>(null);
  /** The destination under the pointer or the focus. */
  hoveredDestination = $state<DestKey | null>(null);
  /** The drag in progress. */
  drag = $state.raw<Drag | null>(null);
  /** The source that the arrow keys have reached. */
  focusedSource = $state<string | null>(null);
  announcement = $state("");
  /** Whether the last move came from a drag, so that its tiles need not fly again. */
  lastMoveWasDrag = false;

  readonly #view: () => BoardView;
  readonly #legal = $derived.by<LegalMap>(() => groupLegal(this.#view().interactive ? this.#view().legalActions : []));
  /** The legal destinations of the chosen tiles, which are highlighted. */
  readonly destinations = $derived.by<ReadonlySet<DestKey>>(() => destinationsOf(this.#legal, this.chosen));
  /** The move that a click would make now. */
  readonly preview = $derived.by<AzulAction | null>(() => {
    if (this.chosen === null || this.hoveredDestination === null) return null;
    const placing = place(this.#legal, this.chosen, this.hoveredDestination);
    return placing.kind === "move" ? placing.action : null;
  });

  constructor(view: () => BoardView) {
    this.#view = view;
  }

  get state(): AzulState {
    return this.#view().state;
  }

  get interactive(): boolean {
    return this.#view().interactive;
  }

  canTake(choice: Choice): boolean {
    return canTake(this.#legal, choice);
  }

  isChosen(choice: Choice): boolean {
    return sameChoice(this.chosen, choice);
  }

  /** Whether this is the one source that is a Tab stop. */
  isStop(choice: Choice, first: Choice | undefined): boolean {
    const legal = choicesInOrder(this.#legal);
    const stop = legal.find((each) => choiceKey(each) === this.focusedSource) ?? legal[0] ?? first;
    return stop !== undefined && sameChoice(choice, stop);
  }

  firstLegalSource(): Choice | undefined {
    return choicesInOrder(this.#legal)[0];
  }

  /** A click or Enter on tiles; returns whether any tiles are chosen now. */
  clickSource(choice: Choice): boolean {
    this.chosen = chooseNext(this.#legal, this.chosen, choice);
    this.hoveredDestination = null;
    this.focusedSource = choiceKey(choice);
    this.#announce();
    return this.chosen !== null;
  }

  /** Chooses tiles for a drag; returns whether they can be taken. */
  take(choice: Choice): boolean {
    if (!this.canTake(choice)) return false;
    this.chosen = choice;
    this.hoveredDestination = null;
    this.focusedSource = choiceKey(choice);
    return true;
  }

  point(destination: DestKey | null): void {
    this.hoveredDestination = destination;
  }

  leave(destination: DestKey): void {
    if (this.hoveredDestination === destination) this.hoveredDestination = null;
  }

  /** A click, Enter or drop on a destination; returns whether a move was made. */
  clickDestination(destination: DestKey): boolean {
    if (this.chosen === null) return false;
    const placing = place(this.#legal, this.chosen, destination);
    if (placing.kind === "illegal") {
      this.#view().onIllegal(placing.sentence, placing.action);
      return false;
    }
    this.cancel();
    this.#view().onAction(placing.action);
    return true;
  }

  cancel(): void {
    if (this.chosen !== null) this.announcement = "";
    this.chosen = null;
    this.hoveredDestination = null;
  }

  /** Drops a choice or a drag that is no longer legal after the position or the legal actions changed. */
  settle(): void {
    const kept = keepIfLegal(this.#legal, this.chosen);
    if (kept !== this.chosen) this.cancel();
    if (this.chosen === null) this.drag = null;
  }

  #announce(): void {
    const { chosen } = this;
    this.announcement = chosen === null ? "" : chosenText(chosen, countAt(this.state, chosen.source, chosen.color), this.destinations);
  }
}
