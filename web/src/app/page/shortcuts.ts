/** Keyboard shortcuts of the whole page. Boards have their own keys, which take precedence. */

export type Command = "best" | "next" | "hint" | "undo" | "redo" | "back" | "forward" | "first" | "last" | "flip" | "help";

const KEYS: Record<string, Command> = {
  e: "best",
  n: "next",
  h: "hint",
  u: "undo",
  r: "redo",
  f: "flip",
  "?": "help",
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
};

const ARROWS: ReadonlySet<Command> = new Set(["back", "forward", "first", "last"]);

/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = "input, select, textarea, [role=grid], [role=slider], [role=radiogroup], [role=listbox], [data-own-keys]";

/**
 * The command for a key press, or null.
 *
 * No key is a command while the person types, with Ctrl, Alt or Meta, or when the focused element handled it.
 */
export function commandFor(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target !== null && isTyping(target)) return null;
  const command = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key] ?? null;
  if (command === null) return null;
  if (ARROWS.has(command) && target?.closest(OWN_ARROWS) != null) return null;
  return command;
}

/** Whether keys are text input here: typing, or choosing from a list. */
export function isTyping(target: Element): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target instanceof HTMLInputElement && !["radio", "checkbox", "button", "submit", "range"].includes(target.type);
}
