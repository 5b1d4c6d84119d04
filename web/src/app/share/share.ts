/** Positions and games for others: links and JSON on the clipboard. */
import { pack } from "../record/packing";
import { challengeSearch, type Challenge } from "../new-game/challenge";
import { challengeRoute, formatRoute } from "../page/router";

/** Puts text on the clipboard. Returns a sentence about how it went. */
export async function copyText(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `${what} copied.`;
  } catch {
    return `${what} could not be copied: this browser does not allow it here.`;
  }
}

/** Offers text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The address of a new game that is like another one. */
export function challengeLink(slug: string, challenge: Challenge): string {
  return new URL(challengeRoute(slug, challengeSearch(challenge)), document.baseURI).href;
}

/** The address of a position or a game. */
export async function linkTo(slug: string, value: unknown): Promise<string> {
  return new URL(formatRoute(slug, "review", await pack(value)), document.baseURI).href;
}
