/** The interface between the page and a game with its own screen, which is only reviewed, not played. */
import type { GameComponent, GameHelp } from "./types";

/** Cancellation and progress of a request. */
export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Called with the progress, from 0 to 1. */
  onProgress?: ((progress: number) => void) | undefined;
}

/** The engine as such a screen uses it. Errors have a one-sentence message and a `code`. */
export interface ScreenEngine {
  /** Increases with every restart of the engine; what was loaded before is lost then. */
  readonly generation: number;
  /** Runs one of the game's queries; arguments and result have the engine's own field names. */
  query: <T extends object>(name: string, args: object, options?: AskOptions) => Promise<T>;
  /** Evaluates all actions of a state, and grades `action` unless it is null. Fields have `camelCase` names. */
  evaluate: <T extends object>(state: object, action: unknown, params: ScreenParams, options?: AskOptions) => Promise<T>;
  describe: (state: object) => Promise<string>;
  /** Validates and completes a state that was made or kept elsewhere. */
  observe: <T extends object>(state: object) => Promise<T>;
}

export interface ScreenParams {
  evaluator?: string;
  shortlistSize?: number;
  evaluatorOptions?: Record<string, unknown>;
}

/** Persistent storage for a screen; every operation may fail. */
export interface ScreenShelf {
  get: (key: string) => Promise<unknown>;
  set: (key: string, value: unknown) => Promise<void>;
  del: (key: string) => Promise<void>;
  /** Renames a value; if the new name is taken, a suffix is added. */
  rename: (from: string, to: string) => Promise<void>;
  /** The names with this prefix. */
  names: (prefix: string) => Promise<string[]>;
}

/** Counts how often the page died while opening something kept. */
export interface ScreenAttempts {
  /** After this many deaths it should not be opened automatically. */
  most: number;
  deaths: (name: string) => number;
  begin: (name: string) => void;
  end: (name: string) => void;
}

/** What the page provides to such a screen. */
export interface ScreenTools {
  engine: ScreenEngine;
  shelf: ScreenShelf;
  attempts: ScreenAttempts;
  /** Short texts in local storage, available at once; reading gives null if there is none. */
  texts: { read: (key: string) => string | null; write: (key: string, text: string | null) => void };
  announce: (sentence: string) => void;
  /** Copies text to the clipboard; returns a sentence about the outcome. */
  copy: (text: string, what: string) => Promise<string>;
  /** Fetches a file of the site. */
  fetchFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/** The keyboard commands passed to a screen. */
export type ScreenCommand = "next" | "back" | "forward" | "first" | "last";

/** A screen for a game that is only reviewed. Its model holds what is on the screen and outlives the component. */
export interface GameScreenModule<M = unknown> {
  open(tools: ScreenTools): M;
  component: GameComponent<{ model: M }>;
  command(model: M, name: ScreenCommand): void;
  help: GameHelp;
}

/** A finished game of the library, as it was recorded. */
export interface FinishedGame {
  initial: object;
  actions: readonly unknown[];
  /** The game as text, where chance did not come from the seed; else null. */
  notation: string | null;
  /** The players who are people. */
  persons: readonly number[];
}

/** What the app provides to a page of a game's own. Such a page has to work before the engine is ready. */
export interface GamePageProps<S = unknown> {
  engine: ScreenEngine;
  /** Whether the engine answers at once. */
  ready: boolean;
  /** The position of the game on the table; null if there is none, or while it is not known yet. */
  state: S | null;
  /** The person in that game; of several the one to move. */
  player: number;
  /**
   * The finished games of the library that one person played here; no more than `most`, the latest ones.
   *
   * @throws if they cannot be read
   */
  finished: (most: number) => Promise<readonly FinishedGame[]>;
  announce: (sentence: string) => void;
  texts: ScreenTools["texts"];
  copy: ScreenTools["copy"];
  look: PageLook;
  /**
   * Opens a position in the editor of the review.
   *
   * @throws if it cannot be opened
   */
  edit: (state: object) => Promise<void>;
}

/** The settings that a board on such a page follows. */
export interface PageLook {
  animate: boolean;
  colorMarks: boolean;
}

/** A page of a game's own, loaded when it is first opened. */
export interface PageEntry {
  /** The word in the address, `#/yatzy/insights`. */
  word: string;
  name: string;
  load: () => Promise<GameComponent<GamePageProps>>;
}
