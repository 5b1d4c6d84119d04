/** Sharing of positions and games: links, JSON on the clipboard, and files. */
import { pack } from "../record/packing";
import { challengeSearch, type Challenge } from "../new-game/challenge";
import { challengeRoute, formatRoute } from "../page/router";
import { copiedText, notCopiedText } from "../words/share";

/** Copies text to the clipboard. Returns a sentence about the outcome; `what` is its subject. */
export async function copyText(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return copiedText(what);
  } catch {
    return notCopiedText(what);
  }
}

/** Downloads a text as a file, of JSON unless another type is given, or a blob. */
export function download(name: string, content: string | Blob, type = "application/json"): void {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The link that starts the same game. */
export function challengeLink(slug: string, challenge: Challenge): string {
  return new URL(challengeRoute(slug, challengeSearch(challenge)), document.baseURI).href;
}

/** The link to a position or a game. */
export async function linkTo(slug: string, value: unknown): Promise<string> {
  return new URL(formatRoute(slug, "review", await pack(value)), document.baseURI).href;
}
