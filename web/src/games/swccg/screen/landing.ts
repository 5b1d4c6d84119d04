/** Keyboard and screen readers keep their place: when what had the focus is gone, a heading takes it. */

/** Where the focus lands within a screen; the page's own heading comes before a decision's when the page is another. */
export type Landing = "page" | "decision";

/** Lands the focus. Whatever is marked with `data-landing` can take it; the page itself does not move. */
export function land(root: ParentNode, first: Landing): void {
  const place = root.querySelector<HTMLElement>(`[data-landing="${first}"]`) ?? root.querySelector<HTMLElement>("[data-landing]");
  place?.focus({ preventScroll: true });
}

/**
 * Watches a screen until what it returns is called.
 *
 * @param where tells where to land when the focus has just been lost
 */
export function keepFocus(root: HTMLElement, where: () => Landing): () => void {
  let inside = false;
  const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;
  const enter = (): void => void (inside = true);
  // Who presses on what takes no focus has put it away on purpose.
  const press = (): void => void setTimeout(() => (inside = root.contains(document.activeElement)));
  const leave = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && !root.contains(event.relatedTarget)) inside = false;
  };
  const watcher = new MutationObserver(() => {
    const first = where();
    if (inside && lost()) land(root, first);
  });
  watcher.observe(root, { childList: true, subtree: true });
  root.addEventListener("focusin", enter);
  root.addEventListener("focusout", leave);
  addEventListener("pointerdown", press);
  return () => {
    watcher.disconnect();
    root.removeEventListener("focusin", enter);
    root.removeEventListener("focusout", leave);
    removeEventListener("pointerdown", press);
  };
}
