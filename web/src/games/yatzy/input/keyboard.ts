/** Keyboard input: digits hold or enter dice, T and Enter throw, arrows move between dice and between open rows. */
import { CATEGORIES, LOWER, UPPER } from "../card";
import type { Interaction } from "./interaction.svelte";
import type { Category } from "../types";

const FORWARD: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Whether the focused element handles Enter itself. */
function takesEnter(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button, a, summary, input, [role=button], [role=slider]") !== null;
}

/** Handles a key pressed anywhere on the page; returns whether it was handled. */
export function pageKey({ key, target }: KeyboardEvent, ui: Interaction): boolean {
  if (!ui.interactive) return false;
  // Typed dice are submitted with the last one, so an extra key must not count as the next move.
  if (ui.justEntered && (key === "Enter" || /^[1-6]$/.test(key))) return true;
  if (key === "Enter") {
    if (takesEnter(target)) return false;
    if (ui.awaiting) ui.done();
    else ui.throw();
    return true;
  }
  if (ui.awaiting) return entryKey(key, ui);
  if (/^[1-5]$/.test(key)) ui.toggle(Number(key) - 1);
  else if (key === "t" || key === "T") ui.throw();
  else return false;
  return true;
}

function entryKey(key: string, ui: Interaction): boolean {
  if (/^[1-6]$/.test(key)) ui.enterFace(Number(key), true);
  else if (key === "Backspace") ui.removeLast();
  else return false;
  return true;
}

/** The place an arrow key moves to from a die. */
export function dieAfter(key: string, place: number): number | null {
  const by = FORWARD[key];
  return by === undefined ? null : (place + by + 5) % 5;
}

/**
 * The open row an arrow key moves to: up and down in the order of the card, left and right to the nearest row of the
 * other section.
 */
export function rowAfter(key: string, category: Category, open: readonly Category[]): Category | null {
  const by = FORWARD[key];
  if (by === undefined || open.length === 0) return null;
  if (key === "ArrowDown" || key === "ArrowUp") {
    const at = open.indexOf(category);
    return open[(at + by + open.length) % open.length] ?? null;
  }
  const inUpper = UPPER.includes(category);
  const height = inUpper ? UPPER.indexOf(category) : LOWER.indexOf(category);
  const across = (inUpper ? LOWER : UPPER).filter((each) => open.includes(each));
  const distance = (each: Category) => Math.abs((inUpper ? LOWER : UPPER).indexOf(each) - height);
  return across.sort((a, b) => distance(a) - distance(b))[0] ?? category;
}

/** The open rows in the order of the card. */
export function openRows(ui: Interaction): Category[] {
  return CATEGORIES.filter((category) => ui.canScore(category));
}
