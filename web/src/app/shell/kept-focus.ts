/** Keeps the keyboard's place when what had the focus is gone: a closed form, a row that was filled, a button that did its work. */

/** What takes the focus without opening a keyboard on the screen. */
const TAKES_FOCUS = ":is(button, a[href], summary, [tabindex='0']):not(:disabled)";

/** The elements around one, from the inside out, up to another. */
function around(element: Element, outermost: Element): Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement; at !== null && at !== outermost; at = at.parentElement) found.push(at);
  return found;
}

/** The heading of what is on screen, made to take the focus; the region itself if it has none. */
function headingOf(main: HTMLElement): HTMLElement {
  const heading = main.querySelector("h1");
  if (heading !== null && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading ?? main;
}

/**
 * Watches a region. When an element in it that had the focus is removed or disabled after a key was pressed, the focus goes to
 * what is nearest to its place, until it is enabled again, and to the heading if its whole surroundings are gone. After a click
 * nothing is done: the next one may be anywhere. Code that knows better moves the focus itself, in the same frame.
 */
export function keepFocus(main: HTMLElement): () => void {
  let had: { element: HTMLElement; around: Element[] } | null = null;
  /** The focus goes back to what was only switched off, unless it has moved on. */
  let lent: { from: HTMLElement; to: HTMLElement } | null = null;
  let byKey = false;
  let asked = 0;

  /** Whether what had the focus is removed or was switched off; browsers take the focus from the latter a little later. */
  const gone = (): boolean => had !== null && (!had.element.isConnected || had.element.matches(":disabled"));

  function find(): void {
    asked = 0;
    const { activeElement } = document;
    if (had === null || !gone() || (activeElement !== document.body && activeElement !== had.element)) return;
    const from = lent?.to === had.element ? lent.from : had.element;
    const near = had.around.filter((each) => each.isConnected).flatMap((each) => [...each.querySelectorAll<HTMLElement>(TAKES_FOCUS)]);
    // What is hidden does not take it.
    let place = near.find((each) => (each.focus(), document.activeElement === each));
    if (place === undefined) (place = headingOf(main)).focus({ preventScroll: true });
    lent = from.isConnected && place !== from ? { from, to: place } : null;
  }

  const observer = new MutationObserver(() => {
    if (lent !== null && document.activeElement === lent.to && !lent.from.matches(":disabled")) lent.from.focus({ preventScroll: true });
    if (!gone()) return;
    // What a click has removed is nobody's place when a key is pressed later.
    if (!byKey) had = null;
    else if (asked === 0) asked = requestAnimationFrame(find);
  });
  const onFocus = ({ target }: FocusEvent): void => {
    if (target !== lent?.to) lent = null;
    if (target instanceof HTMLElement && target !== main && main.contains(target)) had = { element: target, around: around(target, main) };
  };
  const onKey = (): void => void (byKey = true);
  const onPointer = (): void => {
    byKey = false;
    lent = null;
  };
  observer.observe(main, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("pointerdown", onPointer, true);
  return () => {
    cancelAnimationFrame(asked);
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("pointerdown", onPointer, true);
  };
}
