/** Recognises files and pasted texts, and encodes replays for the engine. None of it leaves the machine. */
import type { Side } from "../types";
import { PASTED_TEXT, READING_PROBLEMS } from "../words/start";

/** Larger files are refused unread. */
export const MAX_MB = 24;
const MB = 1024 * 1024;
/** Files longer than this are compressed before they are sent to the engine. */
const PACK_FROM = 4 * MB;
/** The most that is sent to the engine, in bytes before base64. */
const MAX_SENT = 11 * MB;

export type Bytes = Uint8Array<ArrayBuffer>;

/** A recognised file or pasted text. */
export type Given =
  | { kind: "cards"; side: Side; text: string }
  | { kind: "decision"; xml: string }
  | { kind: "state"; state: object }
  | { kind: "replay"; name: string; bytes: Bytes };

/** The input cannot be used; the message is one sentence for the person. */
export class ReadingProblem extends Error {
  override name = "ReadingProblem";
}

/** Throws a `ReadingProblem` if a file is too large. Call it before reading the file. */
export function checkSize(size: number, name: string): void {
  if (size <= MAX_MB * MB) return;
  throw new ReadingProblem(READING_PROBLEMS.tooLarge(name, size / MB, MAX_MB));
}

/**
 * Recognises input by its first characters, whatever its name.
 *
 * @throws ReadingProblem if it cannot be used
 */
export function recognise(bytes: Bytes, name: string): Given {
  checkSize(bytes.length, name);
  if (bytes.length === 0) throw new ReadingProblem(READING_PROBLEMS.empty(name));
  if (isPacked(bytes)) return { kind: "replay", name, bytes };
  const head = startOf(bytes);
  if (/^(<\?xml[^>]*\?>\s*)?<(!doctype html|html[\s>])/i.test(head)) throw new ReadingProblem(READING_PROBLEMS.webPage);
  if (/^[{[]/.test(head)) {
    const text = new TextDecoder().decode(bytes).trim();
    return fromJson(text.replace(/^\ufeff/, ""), name);
  }
  if (/^<ge[\s/>]/.test(head.replace(/^<\?xml[^>]*\?>\s*/, ""))) return { kind: "decision", xml: new TextDecoder().decode(bytes) };
  return { kind: "replay", name, bytes };
}

/** The same for pasted text. */
export function recogniseText(text: string): Given {
  return recognise(new TextEncoder().encode(text.trim()), PASTED_TEXT);
}

function isPacked(bytes: Bytes): boolean {
  const [first = 0, second = 0] = bytes;
  // gzip's magic number, or a zlib header: its two bytes are a multiple of 31 (RFC 1950).
  return (first === 0x1f && second === 0x8b) || (first === 0x78 && (first * 256 + second) % 31 === 0);
}

/** The first bytes as text, without a byte order mark or leading space. */
function startOf(bytes: Bytes): string {
  return new TextDecoder().decode(bytes.subarray(0, 400)).trimStart();
}

function fromJson(text: string, name: string): Given {
  const side = sideOf(text);
  if (side !== null) return { kind: "cards", side, text };
  const value = parsed(text);
  if (isState(value)) return { kind: "state", state: value };
  throw new ReadingProblem(READING_PROBLEMS.json(name));
}

/** The side of a card data file, taken from its first card; null if the text is not card data. */
function sideOf(text: string): Side | null {
  if (!/"gempId"\s*:/.test(text)) return null;
  const named = /"side"\s*:\s*"(dark|light)"/i.exec(text)?.[1]?.toLowerCase();
  return named === "dark" || named === "light" ? named : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isState(value: unknown): value is object {
  return typeof value === "object" && value !== null && "ruleset_id" in value && value.ruleset_id === "swccg_gemp_v1";
}

/**
 * The bytes of a replay as sent to the engine: base64, compressed first if they are many.
 *
 * @throws ReadingProblem if they are too many even so
 */
export async function encoded(bytes: Bytes): Promise<string> {
  const packed = bytes.length > PACK_FROM && !isPacked(bytes) ? await deflated(bytes) : bytes;
  if (packed.length > MAX_SENT) throw new ReadingProblem(READING_PROBLEMS.tooLargeForEngine);
  return base64(packed);
}

/** The bytes in zlib format, which GEMP uses as well. */
async function deflated(bytes: Bytes): Promise<Bytes> {
  const stream = new CompressionStream("deflate");
  const writer = stream.writable.getWriter();
  // Errors of the writing side also reject the reading side.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

/** Bytes converted per call: the number of arguments of a call is limited. */
const CHUNK = 0x8000;

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(""));
}
