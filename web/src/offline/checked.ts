/** Verification of files by the SHA-256 of the build. */

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The header, set on every cached response, with the hash it was verified against. */
export const CHECKED = "X-Hindsight-SHA256";

/** The server has different contents at this address. */
export class WrongBytes extends Error {
  constructor(url: string) {
    super(`${url} is not what was built`);
    this.name = "WrongBytes";
  }
}

/** The SHA-256 of some bytes, in hexadecimal. */
export async function hexSha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A copy of a response to be cached, or null if its contents are not those of the build. Consumes the response. */
export async function checkedCopy(response: Response, sha256: string): Promise<Response | null> {
  if (response.status !== 200) return null;
  const bytes = await response.arrayBuffer();
  if ((await hexSha256(bytes)) !== sha256) return null;
  // Other headers, such as Content-Encoding, may describe the bytes as they were transferred.
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  return new Response(bytes, { headers: { "Content-Type": type, [CHECKED]: sha256 } });
}

/**
 * Fetches and verifies a file; if the browser's HTTP cache has a wrong version of it, fetches it again past that cache.
 *
 * @throws WrongBytes, or whatever `fetch` throws without a network
 */
export async function fetchChecked(url: string, sha256: string, fetch: Fetch): Promise<Response> {
  for (const cache of ["default", "reload"] as const) {
    const copy = await checkedCopy(await fetch(url, { cache }), sha256);
    if (copy !== null) return copy;
  }
  throw new WrongBytes(url);
}
