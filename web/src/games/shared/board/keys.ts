/** Whose a key is: a board's, or of what has the focus. */

/** Whether a key is pressed by itself: with Alt, Ctrl or Meta it is the browser's. */
export function isPlainKey({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey;
}

/** Whether a key of the whole page may be meant for the board. */
export function isForBoard(event: KeyboardEvent): boolean {
  return !event.defaultPrevented && !event.repeat && isPlainKey(event) && !isTyping(event.target);
}

/** Whether keys belong to what has the focus: somebody types there, or chooses from a list. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button", "submit", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
