/**
 * Small texts in local storage that must be available at once, before the first paint or in the first form: settings,
 * last choices, statistics. If storage is forbidden, full or broken, nothing is kept and nothing fails.
 */

import { Signal } from "../core/signal";

/** Whether the last text was kept; false where the browser forbids it, or has no space left. */
export const textsKept = new Signal(true);

/** The used part of `Storage`; tests provide their own. */
export type KeyValues = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const VERSION_KEY = "hindsight:version";
/** The version of the format. A page that finds a higher one reads, but does not write. */
const VERSION = 1;

function browserStorage(): KeyValues | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** The beginning of all keys of the site. */
const OURS = "hindsight:";
/** Keys that mean nothing in another browser: the format's version, marks of games being opened, and notes about this browser. */
const LOCAL = ["hindsight:version", "hindsight:opening:", "hindsight:persistence", "hindsight:returning"];

/** Every text that is worth taking along, by key. */
export function allTexts(storage: Storage | null = browserStorage() as Storage | null): Record<string, string> {
  const wanted = ourKeys(storage).filter((key) => !LOCAL.some((mark) => key.startsWith(mark)));
  return Object.fromEntries(wanted.map((key) => [key, readText(key, storage) ?? ""]));
}

/** Deletes all texts of the site; the version of the format stays. */
export function clearTexts(storage: Storage | null = browserStorage() as Storage | null): void {
  for (const key of ourKeys(storage)) if (key !== VERSION_KEY) writeText(key, null, storage);
}

function ourKeys(storage: Storage | null): string[] {
  try {
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
    return keys.filter((key) => key.startsWith(OURS)).sort();
  } catch {
    return [];
  }
}

/** The text under `key`, or null. */
export function readText(key: string, storage: KeyValues | null = browserStorage()): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/**
 * Writes `text` under `key`; null deletes it.
 *
 * @returns whether that worked
 */
export function writeText(key: string, text: string | null, storage: KeyValues | null = browserStorage()): boolean {
  const kept = storage !== null && written(key, text, storage);
  textsKept.set(kept);
  return kept;
}

function written(key: string, text: string | null, storage: KeyValues): boolean {
  try {
    const version = storage.getItem(VERSION_KEY);
    if (Number(version) > VERSION) return false;
    if (version === null) storage.setItem(VERSION_KEY, String(VERSION));
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
