/** Packing of positions and games into links: JSON, deflated, in base64url. */

import { LINK } from "../words/imports";

/** Longer links are refused without unpacking. */
export const MAX_PACKED_CHARS = 60_000;
/** Unpacking stops at this size: a short link can expand to a huge text. */
export const MAX_UNPACKED_BYTES = 2_000_000;

/** A link that cannot be read; the message is one sentence for the person who opened it. */
export class LinkError extends Error {
  override name = "LinkError";
}

/** Packs a JSON value into text that is safe in a URL. */
export async function pack(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return toBase64Url(await through(new CompressionStream("deflate-raw"), bytes));
}

/**
 * Unpacks the JSON value that `pack` packed.
 *
 * @throws LinkError when the text is damaged, or too large
 */
export async function unpack(text: string): Promise<unknown> {
  if (text.length > MAX_PACKED_CHARS) throw new LinkError(LINK.tooLong);
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new LinkError(LINK.badCharacters);
  let bytes: Uint8Array;
  try {
    bytes = await through(new DecompressionStream("deflate-raw"), fromBase64Url(text));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError(LINK.damaged);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new LinkError(LINK.noContent);
  }
}

/** The output of a stream for the given bytes, up to the limit. */
async function through(stream: CompressionStream | DecompressionStream, bytes: BufferSource): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Errors here also occur on the reading side, where they are reported.
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
      throw new LinkError(LINK.tooLarge);
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
