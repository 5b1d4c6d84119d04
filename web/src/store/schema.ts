/** The schema of the browser's database, and upgrades from earlier versions. */
import type { DBSchema, IDBPDatabase } from "idb";

export const DATABASE = "hindsight";
export const SCHEMA_VERSION = 1;

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
}

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
  cards: { key: string; value: KeptCard; indexes: { ruleset: string; due: number } };
  /** Everything else, by name. */
  values: { key: string; value: unknown };
  /** What was copied from the former database: the fingerprint of each value by its key there. */
  migrated: { key: string; value: string };
  leases: { key: string; value: Lease };
}

export type Database = IDBPDatabase<Schema>;

/** Upgrades a database to this version, step by step, within the browser's upgrade transaction. */
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
