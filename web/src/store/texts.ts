/**
 * Small texts in local storage that must be available at once, before the first paint or in the first form: settings,
 * last choices, statistics. If storage is forbidden, full or broken, nothing is kept and nothing fails.
 */

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
  if (storage === null) return false;
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
