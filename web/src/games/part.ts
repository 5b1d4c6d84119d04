/** Parts of the page that are fetched when they are first looked at. */

/** A part did not come. Its sentence is our own: the browser's names addresses. */
export class PartMissing extends Error {
  override name = "PartMissing";

  constructor(cause: unknown) {
    super("This part of the page could not be fetched. Check the connection, then try again.", { cause });
  }
}

/** Style sheets that did not come. Nobody else asks for them again: a part would be shown without them. */
const lacking = new Set<HTMLLinkElement>();

/**
 * Fetches a part, with its style sheets.
 *
 * @throws a `PartMissing`
 */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  // Errors of links are heard on their way down only.
  document.addEventListener("error", noteSheet, { capture: true });
  try {
    await Promise.all([...lacking].map(fetchSheet));
    return await load();
  } catch (error) {
    throw new PartMissing(error);
  } finally {
    document.removeEventListener("error", noteSheet, { capture: true });
  }
}

function noteSheet({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lacking.add(target);
}

/** Asks for a sheet again, by a link in the place of the one that failed. */
async function fetchSheet(link: HTMLLinkElement): Promise<void> {
  lacking.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  const come = new Promise((resolve, reject) => {
    again.addEventListener("load", resolve);
    again.addEventListener("error", reject);
  });
  link.replaceWith(again);
  await come;
}
