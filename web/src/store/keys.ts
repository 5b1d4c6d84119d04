/** Marks that nothing else has. */

export function freshMark(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
}

/** A key of its own for another game of a table. */
export function freshKey(table: string): string {
  return `${table}:${freshMark()}`;
}
