/** Bytes count only when they are those that were built. */

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Stands on whatever was checked before it was kept. */
export const CHECKED = "X-Hindsight-SHA256";

/** The server has something else at this address. */
export class WrongBytes extends Error {
  constructor(url: string) {
    super(`${url} is not what was built`);
    this.name = "WrongBytes";
  }
}

export async function hexSha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a response brought, to be kept; null when it is not what was built. The response is used up. */
export async function checkedCopy(response: Response, sha256: string): Promise<Response | null> {
  if (response.status !== 200) return null;
  const bytes = await response.arrayBuffer();
  if ((await hexSha256(bytes)) !== sha256) return null;
  // Of the other headers some speak of the bytes as they were sent, such as Content-Encoding.
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  return new Response(bytes, { headers: { "Content-Type": type, [CHECKED]: sha256 } });
}

/**
 * Fetches a file that is as it was built. What the browser's own cache has of it is passed by if that is another.
 *
 * @throws WrongBytes, or whatever `fetch` throws where there is no network
 */
export async function fetchChecked(url: string, sha256: string, fetch: Fetch): Promise<Response> {
  for (const cache of ["default", "reload"] as const) {
    const copy = await checkedCopy(await fetch(url, { cache }), sha256);
    if (copy !== null) return copy;
  }
  throw new WrongBytes(url);
}
