/** What lies in the browser's database, and how a database of an earlier version becomes one of this. */
import type { DBSchema, IDBPDatabase } from "idb";

export const DATABASE = "hindsight";
export const SCHEMA_VERSION = 1;

/** A game as it is kept. */
export interface KeptGame {
  /** "azul:play" is the game on the table; others carry an id: "azul:play:8f3a…". */
  key: string;
  /** The key of the table that it belongs to. */
  table: string;
  /** The game's JSON. */
  text: string;
  /** Rises by one with every write, so that a writer who knows an older one is noticed. */
  revision: number;
  /** Who wrote it last, by a mark of its own. */
  writer: string;
  /** When it was written last, in milliseconds since 1970 by this device's clock. */
  saved: number;
  /** It was set aside because it could not be opened. */
  aside: boolean;
}

/** As much of a card of the box of mistakes as the database looks at. */
export interface KeptCard {
  id: string;
  state: { ruleset_id: string };
  due: number;
}

/** Who holds what, where the browser has no locks. */
export interface Lease {
  name: string;
  holder: string;
  /** In milliseconds since 1970. */
  until: number;
}

export interface Schema extends DBSchema {
  games: { key: string; value: KeptGame; indexes: { table: string; saved: number } };
  cards: { key: string; value: KeptCard; indexes: { ruleset: string; due: number } };
  /** Whatever else is kept, by name. */
  values: { key: string; value: unknown };
  /** What was taken over from the former database: a fingerprint of each value by its key there. */
  migrated: { key: string; value: string };
  leases: { key: string; value: Lease };
}

export type Database = IDBPDatabase<Schema>;

/** Brings a database up to this version, step by step; runs within the browser's own upgrade transaction. */
export function upgrade(database: Database, from: number): void {
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
}
