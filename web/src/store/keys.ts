/** Random unique keys. */

/** A random string, unique for all practical purposes. */
export function freshMark(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
}

/** A new key for another game of a table. */
export function freshKey(table: string): string {
  return `${table}:${freshMark()}`;
}
