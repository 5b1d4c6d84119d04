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
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return toBase64Url(await collect(stream, MAX_UNPACKED_BYTES));
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
    const stream = new Blob([fromBase64Url(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    bytes = await collect(stream, MAX_UNPACKED_BYTES);
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

async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > limit) {
      await reader.cancel();
      throw new LinkError("This link unpacks to more than any position or game needs.");
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
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
