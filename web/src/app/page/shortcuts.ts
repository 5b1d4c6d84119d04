/** Keys of the whole page. Boards have keys of their own, which come first. */

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

/** Shown in the help, in this order. */
export const SHORTCUTS: readonly { keys: string; does: string }[] = [
  { keys: "E", does: "Show the best move, evaluate the position" },
  { keys: "N", does: "Next: position, mistake or game" },
  { keys: "H", does: "Hint" },
  { keys: "U", does: "Undo" },
  { keys: "R", does: "Redo" },
  { keys: "← →", does: "Through the moves" },
  { keys: "Home End", does: "First and last position" },
  { keys: "F", does: "Turn the board" },
  { keys: "?", does: "Show these keys" },
];

const ARROWS: ReadonlySet<Command> = new Set(["back", "forward", "first", "last"]);

/** Where arrows belong to what has the focus, not to the page. */
const OWN_ARROWS = "input, select, textarea, [role=grid], [role=slider], [role=radiogroup], [role=listbox], [data-own-keys]";

/**
 * The command that a key stands for here, or null.
 *
 * Nothing is a command while somebody types, with Ctrl, Alt or Meta, or when what has the focus took the key itself.
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

/** Whether somebody types there, or chooses from a list: keys are characters then. */
export function isTyping(target: Element): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target instanceof HTMLInputElement && !["radio", "checkbox", "button", "submit", "range"].includes(target.type);
}
