/** Numbers with their noun. */

/** "1 move", "7 moves". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
