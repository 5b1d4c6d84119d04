/**
 * Copies the data of the page's first versions from their own database (`keyval-store`, one value per key).
 *
 * Nothing is deleted there, and such a page may still be open and write. So at every start each value is compared with
 * the fingerprint of its last copy. A changed value replaces the copy, or is saved beside it if the copy has changed too.
 */
import { deleteDB, openDB } from "idb";
import { freshKey } from "./keys";
import { summaryOf, type Database, type KeptCard, type KeptGame, type Summary } from "./schema";

const FORMER = "keyval-store";
const FORMER_STORE = "keyval";
const GAME = "game:";
const ASIDE = ":aside";
/** Keys of temporary marks, which are not copied. */
const MARK = /:(loading|opening)$/;

/** All entries of the former database; empty if there is none. */
async function former(): Promise<[string, unknown][]> {
  const missing = { is: false };
  const opened = openDB(FORMER, undefined, {
    upgrade: (_database, _from, _to, transaction) => {
      // It does not exist: abort, so that looking for it does not create it.
      missing.is = true;
      transaction.abort();
      transaction.done.catch(() => undefined);
    },
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
  });
  try {
    const database = await opened;
    try {
      if (!database.objectStoreNames.contains(FORMER_STORE)) return [];
      const transaction = database.transaction(FORMER_STORE);
      const [keys, values] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()]);
      return keys.flatMap((key, at) => (typeof key === "string" ? [[key, values[at]] as [string, unknown]] : []));
    } finally {
      database.close();
    }
  } catch (thrown) {
    if (missing.is) return [];
    throw thrown;
  }
}

/** Deletes the former database. Where a page of that version is open, it goes when that page is closed. */
export async function deleteFormer(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    deleteDB(FORMER, { blocked: () => resolve() }).then(resolve, reject);
  });
}

/** A fingerprint of a value: its length and hash (FNV-1a, 32 bits). */
function fingerprint(value: unknown): string {
  const text =
    typeof value === "string"
      ? value
      : JSON.stringify(value, (_key, part: unknown) => (ArrayBuffer.isView(part) ? `bytes ${part.byteLength}` : part));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(16)}`;
}

/** Copies what is new or changed in the former database. */
export async function migrate(database: Database): Promise<void> {
  for (const [key, value] of await former()) {
    if (value === undefined || value === null || MARK.test(key)) continue;
    const now = fingerprint(value);
    if ((await database.get("migrated", key)) === now) continue;
    await copy(database, key, value, now);
  }
}

const NAMES = ["games", "summaries", "cards", "values", "migrated"] as const;

async function copy(database: Database, key: string, value: unknown, mark: string): Promise<void> {
  const transaction = database.transaction(NAMES, "readwrite");
  transaction.done.catch(() => undefined);
  const [games, summaries, cards, values, migrated] = NAMES.map((name) => transaction.objectStore(name)) as unknown as Stores;
  const before = await migrated.get(key);
  // Another tab may have been faster.
  if (before === mark) return transaction.done;
  if (key.startsWith(GAME)) await copyGame(games, summaries, key, value);
  else if (key === "drills") await copyCards(cards, value, before === undefined);
  else if (before === undefined) await values.put(value, key);
  await migrated.put(mark, key);
  await transaction.done;
}

interface Shelf<T> {
  get(key: string): Promise<T | undefined>;
  put(value: T, key?: string): Promise<unknown>;
}
type Stores = [Shelf<KeptGame>, Shelf<Summary>, Shelf<KeptCard>, Shelf<unknown>, Shelf<string>];

async function copyGame(games: Shelf<KeptGame>, summaries: Shelf<Summary>, formerKey: string, value: unknown): Promise<void> {
  const aside = formerKey.endsWith(ASIDE);
  const table = formerKey.slice(GAME.length, aside ? -ASIDE.length : undefined);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const target = aside ? `${table}${ASIDE}` : table;
  const there = await games.get(target);
  if (there?.text === text) return;
  const untouched = there === undefined || there.writer === FORMER;
  const revision = (there?.revision ?? 0) + 1;
  const key = untouched ? target : freshKey(table);
  const game = { key, table, text, revision, writer: FORMER, saved: Date.now(), aside };
  await games.put(game);
  await summaries.put(summaryOf(game, null));
}

/** Copies the drill cards; a card that already exists stays, because it may have been practised here since. */
async function copyCards(cards: Shelf<KeptCard>, value: unknown, first: boolean): Promise<void> {
  const found: unknown = (value as { cards?: unknown }).cards;
  if (!Array.isArray(found)) return;
  for (const card of found as Partial<KeptCard>[]) {
    if (typeof card?.id !== "string" || typeof card.state?.ruleset_id !== "string") continue;
    if (first || (await cards.get(card.id)) === undefined) await cards.put(card as KeptCard);
  }
}
