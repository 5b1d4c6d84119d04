/** The schema of the browser's database, and upgrades from earlier versions. */
import type { Sketch } from "../core/sketch";
import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";

export const DATABASE = "hindsight";
export const SCHEMA_VERSION = 2;

/** A saved game. */
export interface KeptGame {
  /** "azul:play" for a table's current game; others have an id: "azul:play:8f3a…". */
  key: string;
  /** The key of its table. */
  table: string;
  /** The game's JSON. */
  text: string;
  /** Increases by one with every write, so that writes based on an older revision are detected. */
  revision: number;
  /** The mark of its last writer. */
  writer: string;
  /** The time of the last write, in milliseconds since 1970 by this device's clock. */
  saved: number;
  /** It was set aside because it could not be opened. */
  aside: boolean;
  /** Another than its writers has added to its text, which they do not know. */
  amended?: true;
}

/** What a list shows of a saved game, so that it need not read the games themselves. */
export interface Summary {
  key: string;
  table: string;
  saved: number;
  aside: boolean;
  /** The name that the person gave the game; empty if none. */
  name: string;
  /** Null for a game that was written by a version without summaries, or that is damaged. */
  about: About | null;
}

/** The contents of a summary that the writer of a game knows. */
export interface About {
  /** When the game began, in milliseconds since 1970; null if unknown. */
  begun: number | null;
  moves: number;
  /** The names of the opponents; empty where only people play. */
  opponents: string[];
  /** The date of a daily game, or null. */
  daily: string | null;
  over: boolean;
  /** The only person's outcome; null while the game is unfinished, and where nobody wins or loses. */
  outcome: Outcome | null;
  /** The result as a sentence; empty while the game is unfinished. */
  result: string;
  /** The people's graded decisions: their number, the sum of their losses (positive), and the worst, if it was a fault. */
  graded: number;
  lost: number;
  worst: Worst | null;
  /** The unit of the losses, such as "points". */
  unit: string;
  /** How a game that was not played here came to be; absent for one that was. */
  source?: Source;
  // Summaries of earlier versions lack what follows.
  /** A hash of the game's start and moves: games of a table with different ones differ. */
  identity?: string;
  /** The sum of the squares of the losses, for their error. */
  squares?: number;
  /** The losses by kind of decision. */
  kinds?: KindLoss[];
  /** What chance gave the only person, in the unit; null where it is not known. */
  luck?: number | null;
  /** The only person's final score; null while the game is unfinished. */
  score?: number | null;
  /** The name of the player to move in an unfinished game: "You", or that of a level. */
  mover?: string | null;
  /** A picture of the current position of an unfinished game. */
  sketch?: Sketch | null;
}

/** The worst decision of a game. */
export interface Worst {
  index: number;
  loss: number;
  /** The loss as the screens of the game show it; absent in summaries of earlier versions, where it is in the unit of the sums. */
  cost?: string;
}

/** The graded decisions of one kind, by the engine's code: their number, and the sum of their losses (positive). */
export interface KindLoss {
  code: string;
  name: string;
  graded: number;
  lost: number;
}

/** Entered move by move from a table, opened from a text or a file, or opened by a link. */
export const SOURCES = ["entered", "pasted", "shared"] as const;
export type Source = (typeof SOURCES)[number];

export type Outcome = "won" | "lost" | "drawn";

/** The fields of a drill card that the database uses. */
export interface KeptCard {
  id: string;
  state: { ruleset_id: string };
  due: number;
}

/** The holder of a mutex, where the browser has no locks. */
export interface Lease {
  name: string;
  holder: string;
  /** In milliseconds since 1970. */
  until: number;
}

export interface Schema extends DBSchema {
  games: { key: string; value: KeptGame; indexes: { table: string; saved: number } };
  /** One for each game. */
  summaries: { key: string; value: Summary };
  cards: { key: string; value: KeptCard; indexes: { ruleset: string; due: number } };
  /** Everything else, by name. */
  values: { key: string; value: unknown };
  /** What was copied from the former database: the fingerprint of each value by its key there. */
  migrated: { key: string; value: string };
  leases: { key: string; value: Lease };
}

export type Database = IDBPDatabase<Schema>;

type Upgrading = Pick<IDBPTransaction<Schema, ("games" | "summaries")[], "versionchange">, "objectStore">;

/** The summary of a game. */
export function summaryOf({ key, table, saved, aside }: KeptGame, about: About | null, name = ""): Summary {
  return { key, table, saved, aside, name, about };
}

/** Upgrades a database to this version, step by step, within the browser's upgrade transaction. */
export async function upgrade(database: Database, from: number, transaction: Upgrading): Promise<void> {
  if (from < 1) {
    const games = database.createObjectStore("games", { keyPath: "key" });
    games.createIndex("table", "table");
    games.createIndex("saved", "saved");
    const cards = database.createObjectStore("cards", { keyPath: "id" });
    cards.createIndex("ruleset", "state.ruleset_id");
    cards.createIndex("due", "due");
    database.createObjectStore("values");
    database.createObjectStore("migrated");
    database.createObjectStore("leases", { keyPath: "name" });
  }
  if (from < 2) {
    const summaries = database.createObjectStore("summaries", { keyPath: "key" });
    const games = transaction.objectStore("games");
    for (let cursor = await games.openCursor(); cursor !== null; cursor = await cursor.continue()) {
      await summaries.put(summaryOf(cursor.value, null));
    }
  }
}
