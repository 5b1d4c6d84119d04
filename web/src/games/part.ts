/** Loads the lazily fetched parts of the page. */

/** A part could not be fetched. The message is our own, because the browser's contains addresses. */
export class PartMissing extends Error {
  override name = "PartMissing";

  constructor(cause: unknown) {
    super("This part of the page could not be fetched. Check the connection, then try again.", { cause });
  }
}

/** Style sheets that failed to load. Nothing else requests them again, and the part would appear unstyled. */
const missing = new Set<HTMLLinkElement>();

/**
 * Fetches a part, with its style sheets.
 *
 * @throws PartMissing if it cannot be fetched
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  // Error events of links do not bubble; they reach the document only in the capture phase.
  document.addEventListener("error", noteSheet, { capture: true });
  try {
    await Promise.all([...missing].map(fetchSheet));
    return await load();
  } catch (error) {
    throw new PartMissing(error);
  } finally {
    document.removeEventListener("error", noteSheet, { capture: true });
  }
}

function noteSheet({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.add(target);
}

/** Requests a style sheet again, by a new link in place of the failed one. */
async function fetchSheet(link: HTMLLinkElement): Promise<void> {
  missing.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  const loaded = new Promise((resolve, reject) => {
    again.addEventListener("load", resolve);
    again.addEventListener("error", reject);
  });
  link.replaceWith(again);
  await loaded;
}
