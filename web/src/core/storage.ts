/** Small values kept in the browser. Storage can be forbidden, full or broken: then nothing is kept, and nothing fails. */

/** The part of `Storage` that is used, so that tests can give their own. */
export type KeyValues = Pick<Storage, "getItem" | "setItem" | "removeItem">;

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
    if (text === null) storage.removeItem(key);
    else storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
