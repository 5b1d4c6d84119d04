/** Whether a key press belongs to the board, or to the browser or a focused field. */

/** Whether a key is pressed without Alt, Ctrl or Meta; with one of them it is the browser's. */
export function isPlainKey({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey;
}

/** Whether a key pressed anywhere on the page may be meant for the board. */
export function isForBoard(event: KeyboardEvent): boolean {
  return !event.defaultPrevented && !event.repeat && isPlainKey(event) && !isTyping(event.target);
}

/** Whether the focused element takes keys itself: a text field or a list. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button", "submit", "range"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}
