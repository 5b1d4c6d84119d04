/** Focus management: when the focused element is removed, a heading takes the focus, so keyboard users keep their place. */

/** Which heading takes the focus: the page's after a change of page, otherwise the decision's. */
export type Landing = "page" | "decision";

/** Focuses the element with this `data-landing`, or else the first that has one, without scrolling. */
export function land(root: ParentNode, first: Landing): void {
  const place = root.querySelector<HTMLElement>(`[data-landing="${first}"]`) ?? root.querySelector<HTMLElement>("[data-landing]");
  place?.focus({ preventScroll: true });
}

/**
 * Watches a screen for lost focus.
 *
 * @param where which heading to focus; asked after every change of the screen
 * @returns a function that stops watching
 */
export function keepFocus(root: HTMLElement, where: () => Landing): () => void {
  let inside = false;
  const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;
  const enter = (): void => void (inside = true);
  // A press on something that takes no focus drops the focus on purpose.
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
