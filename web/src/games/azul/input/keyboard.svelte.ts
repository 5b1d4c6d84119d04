/** The board by keyboard: arrows move between tiles, Enter takes them, arrows choose a line, Enter places, Escape puts back. */
import type { Interaction } from "./interaction.svelte";
import { direction, nearest, stepIn } from "./keys";
import { DEST_KEYS } from "../layout";
import type { Choice, DestKey } from "../layout";
import { boxOf, destElement, sourceElement } from "./measure";
import { choiceKey } from "./selection";

export class Keyboard {
  #standing = $state<DestKey>("0");
  /** Whether the last move was made by keyboard, so that the focus returns to the tiles on the next turn. */
  #wants = false;

  constructor(
    private readonly ui: Interaction,
    private readonly root: () => HTMLElement | undefined,
    private readonly perspective: () => number,
  ) {}

  /** The Tab stop among a player's destinations: one on the active board, none on the other. */
  stopOf(player: number): DestKey | null {
    const active = this.ui.interactive ? this.ui.state.active_player_id : this.perspective();
    return player === active ? this.#standing : null;
  }

  /** Moves the focus to the first legal destination after tiles were taken by keyboard. */
  toDestinations(): void {
    const first = DEST_KEYS.find((key) => this.ui.destinations.has(key));
    if (first !== undefined) this.#focusDest(first);
  }

  /** Handles a key pressed on the board; returns whether it did. */
  key(key: string, target: HTMLElement): boolean {
    if (key === "Enter" && target.dataset.dest !== undefined) this.#wants = true;
    return key === "Escape" ? this.#escape() : this.#arrow(key, target);
  }

  /** After a move made by keyboard: returns the focus to the tiles as soon as they can be taken. */
  recover(): void {
    const root = this.root();
    if (!this.#wants || !this.ui.interactive || root === undefined) return;
    const first = this.ui.firstLegalSource();
    if (first === undefined) return;
    this.#wants = false;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && !root.contains(activeElement)) return;
    this.#focusSource(first);
  }

  #escape(): boolean {
    const { chosen } = this.ui;
    if (chosen === null) return false;
    this.ui.cancel();
    this.#focusSource(chosen);
    return true;
  }

  #arrow(key: string, target: HTMLElement): boolean {
    const towards = direction(key);
    const root = this.root();
    if (towards === undefined || root === undefined) return false;
    if (target.dataset.source !== undefined) {
      const sources = [...root.querySelectorAll<HTMLElement>("[data-source]")];
      const index = nearest(
        sources.map((source) => boxOf(root, source)),
        sources.indexOf(target),
        towards,
      );
      const next = sources[index];
      if (next !== undefined) this.#focusSource({ source: next.dataset.source ?? "", color: next.dataset.color as Choice["color"] });
      return true;
    }
    const { dest } = target.dataset;
    if (dest === undefined) return false;
    const ring = this.ui.chosen === null ? DEST_KEYS : DEST_KEYS.filter((each) => this.ui.destinations.has(each));
    const next = stepIn(ring, dest, towards === "down" || towards === "right" ? 1 : -1);
    if (next !== undefined) this.#focusDest(next);
    return true;
  }

  #focusSource(choice: Choice): void {
    const root = this.root();
    this.ui.focusedSource = choiceKey(choice);
    if (root !== undefined) sourceElement(root, choice.source, choice.color)?.focus();
  }

  #focusDest(key: DestKey): void {
    const root = this.root();
    this.#standing = key;
    const player = this.ui.interactive ? this.ui.state.active_player_id : this.perspective();
    if (root !== undefined) destElement(root, player, key)?.focus();
  }
}
