/** Words in sentences: capitals, lists, and numbers with their noun. */
import { grouped } from "./format";

/** The text with a capital first letter: "Left". */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const SMALL_NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

/** A small number as a word: "three"; larger ones as digits. */
export function countWord(count: number): string {
  return SMALL_NUMBERS[count] ?? String(count);
}

/** "1 move", "1,200 moves". */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : more}`;
}
