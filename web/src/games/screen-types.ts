/** What the page and a game that has a screen of its own, because it is only reviewed, give each other. */
import type { GameComponent, GameHelp } from "./types";

/** An answer that is awaited: what is known on the way, and how to stop it. */
export interface AskOptions {
  signal?: AbortSignal | undefined;
  /** Told how far it is, from 0 to 1. */
  onProgress?: ((progress: number) => void) | undefined;
}

/** The engine as a screen of a game's own asks it. Whatever is refused rejects with one sentence and a `code`. */
export interface ScreenEngine {
  /** Rises whenever the engine has started anew: what was loaded into the one before is gone. */
  readonly generation: number;
  /** A question of the game; arguments and answer are in the engine's own spelling. */
  query: <T extends object>(name: string, args: object, options?: AskOptions) => Promise<T>;
  /** All actions of a state compared; with an action, that one graded as well. Fields have `camelCase` names. */
  evaluate: <T extends object>(state: object, action: unknown, params: ScreenParams, options?: AskOptions) => Promise<T>;
  describe: (state: object) => Promise<string>;
  /** A state that was made or kept elsewhere, checked and made whole. */
  observe: <T extends object>(state: object) => Promise<T>;
}

export interface ScreenParams {
  evaluator?: string;
  shortlistSize?: number;
  evaluatorOptions?: Record<string, unknown>;
}

/** Where a screen keeps what is to outlast the page; everything may be refused. */
export interface ScreenShelf {
  get: (key: string) => Promise<unknown>;
  set: (key: string, value: unknown) => Promise<void>;
  del: (key: string) => Promise<void>;
  /** Where the new name is taken, the value gets one that begins with it. */
  rename: (from: string, to: string) => Promise<void>;
  /** The names that begin with these letters. */
  names: (prefix: string) => Promise<string[]>;
}

/** How often the page died while something kept was being opened. */
export interface ScreenAttempts {
  /** This many deaths are enough not to open it by itself again. */
  most: number;
  deaths: (name: string) => number;
  begin: (name: string) => void;
  end: (name: string) => void;
}

/** What the page gives to a screen of a game's own. */
export interface ScreenTools {
  engine: ScreenEngine;
  shelf: ScreenShelf;
  attempts: ScreenAttempts;
  /** Short texts that are there at once; null where there is none, or nothing is kept. */
  texts: { read: (key: string) => string | null; write: (key: string, text: string | null) => void };
  announce: (sentence: string) => void;
  /** Puts text on the clipboard; answers with a sentence about how it went. */
  copy: (text: string, what: string) => Promise<string>;
  /** The bytes of a file of the site. */
  fetchFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Keys that a screen is told of. */
export type ScreenCommand = "next" | "back" | "forward" | "first" | "last";

/** A screen for a game that is only reviewed. Its model holds what is on the screen and outlives the component. */
export interface GameScreenModule<M = unknown> {
  open(tools: ScreenTools): M;
  component: GameComponent<{ model: M }>;
  command(model: M, name: ScreenCommand): void;
  help: GameHelp;
}
