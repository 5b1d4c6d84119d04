/** What a game gives the screens: a board, an editor and its words. No rules: those are asked of the engine. */
import type { Component } from "svelte";

export type MarkKind = "best" | "user" | "hint" | "line";

/** An action drawn on the board. */
export interface BoardMark<A = unknown> {
  action: A;
  kind: MarkKind;
  label?: string;
}

export interface BoardProps<S = unknown, A = unknown> {
  state: S;
  legalActions: A[];
  interactive: boolean;
  /** The player whose view is at the bottom. */
  perspective: number;
  playerNames: string[];
  /** Drawn on the board as arrows and highlights. */
  marks: BoardMark<A>[];
  animate: boolean;
  /** Letters or patterns on the pieces, besides their colour. */
  colorMarks: boolean;
  onAction: (action: A) => void;
  /** A move was tried that is not legal: a plain sentence, and the move, so that the engine can be asked why. */
  onIllegal: (sentence: string, action: A) => void;
  /** The move that would be played if the pointer were released now, or null. */
  onPreview?: (action: A | null) => void;
}

/** A fault in an edited position: `path` is dotted from the state, `players.0.wall`. */
export interface FieldError {
  path: string;
  text: string;
}

export interface EditorProps<S = unknown> {
  state: S;
  onChange: (state: S) => void;
  errors: FieldError[];
}

export interface Shortcut {
  keys: string;
  does: string;
}

export interface GameUi<S = unknown, A = unknown> {
  rulesetId: string;
  board: Component<BoardProps<S, A>>;
  editor: Component<EditorProps<S>>;
  /** "3 Blue from factory 2 to line 4" */
  actionText(action: A, state: S): string;
  /** The same in notation, short enough for a list. */
  actionShort(action: A): string;
  sameAction(a: A, b: A): boolean;
  /** Sentences of the state's `last_events`, for the log and for screen readers. */
  eventsText(state: S): string[];
  /** A number of the game's unit with its unit, "1.3 points". */
  unitText(value: number): string;
  help: { shortcuts: Shortcut[]; howTo: string[] };
}
