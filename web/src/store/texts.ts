/**
 * Small texts that must be there at once, before the first paint or with the first form: settings, what was chosen last,
 * what is counted. Storage can be forbidden, full or broken: then nothing is kept, and nothing fails.
 */

/** The part of `Storage` that is used, so that tests can give their own. */
export type KeyValues = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const VERSION_KEY = "hindsight:version";
/** Of the texts' form. A page that meets a higher one reads, and writes nothing. */
const VERSION = 1;

function browserStorage(): KeyValues | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** The text kept under `key`, or null. */
export function readText(key: string, storage: KeyValues | null = browserStorage()): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/**
 * Keeps `text` under `key`; null forgets it.
 *
 * @returns whether it was kept
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
