/** Positions and games as short text for an address: JSON, deflated, in base64url. */

/** Longer links are refused before anything is unpacked. */
export const MAX_PACKED_CHARS = 60_000;
/** Unpacking stops here: a small link can hold a huge text. */
export const MAX_UNPACKED_BYTES = 2_000_000;

/** A link that cannot be read; the message is one sentence for the person who opened it. */
export class LinkError extends Error {
  override name = "LinkError";
}

/** A JSON value as text that can stand in an address. */
export async function pack(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return toBase64Url(await through(new CompressionStream("deflate-raw"), bytes));
}

/**
 * The JSON value that `pack` put into an address.
 *
 * @throws LinkError when the text is damaged, or too large
 */
export async function unpack(text: string): Promise<unknown> {
  if (text.length > MAX_PACKED_CHARS) throw new LinkError("This link is too long to be a position or a game.");
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new LinkError("This link is damaged: it holds characters that no link has.");
  let bytes: Uint8Array;
  try {
    bytes = await through(new DecompressionStream("deflate-raw"), fromBase64Url(text));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError("This link is damaged or was cut short.");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new LinkError("This link does not hold a position or a game.");
  }
}

/** Sends bytes through a stream and gathers what comes out, up to the limit. */
async function through(stream: CompressionStream | DecompressionStream, bytes: BufferSource): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What goes wrong here goes wrong on the reading side, too, and is reported there.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let total = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > MAX_UNPACKED_BYTES) {
      await reader.cancel();
      throw new LinkError("This link unpacks to more than any position or game needs.");
    }
    chunks.push(value);
  }
  const joined = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
