/** Files and pasted texts: what they are, and how they cross to the engine. Nothing of them leaves the machine. */
import { plain } from "../../../core/format";
import type { Side } from "../types";

/** Larger files are refused before they are looked at. */
export const MOST_MB = 24;
const MB = 1024 * 1024;
/** Text longer than this is packed before it crosses. */
const PACK_FROM = 4 * MB;
/** The most that crosses, in bytes before base64. */
const MOST_CROSSING = 11 * MB;

export type Bytes = Uint8Array<ArrayBuffer>;

/** Something that was given: a file, or text that was pasted. */
export type Given =
  | { kind: "cards"; side: Side; text: string }
  | { kind: "decision"; xml: string }
  | { kind: "state"; state: object }
  | { kind: "replay"; name: string; bytes: Bytes };

/** What is said of something that cannot be used: one sentence. */
export class ReadingProblem extends Error {
  override name = "ReadingProblem";
}

const WEB_PAGE = "This is a web page, not a replay: download the replay file itself.";

/** Refuses a file that is too large. Call it before the file is read. */
export function checkSize(size: number, name: string): void {
  if (size <= MOST_MB * MB) return;
  throw new ReadingProblem(`${name} is too large: ${plain(size / MB)} MB, and at most ${MOST_MB} MB can be read.`);
}

/** Tells by its first characters, not by its name, what was given. */
export function recognise(bytes: Bytes, name: string): Given {
  checkSize(bytes.length, name);
  if (bytes.length === 0) throw new ReadingProblem(`${name} is empty.`);
  if (isPacked(bytes)) return { kind: "replay", name, bytes };
  const head = startOf(bytes);
  if (/^(<\?xml[^>]*\?>\s*)?<(!doctype html|html[\s>])/i.test(head)) throw new ReadingProblem(WEB_PAGE);
  if (/^[{[]/.test(head))
    return fromJson(
      new TextDecoder()
        .decode(bytes)
        .trim()
        .replace(/^\ufeff/, ""),
      name,
    );
  if (/^<ge[\s/>]/.test(head.replace(/^<\?xml[^>]*\?>\s*/, ""))) return { kind: "decision", xml: new TextDecoder().decode(bytes) };
  return { kind: "replay", name, bytes };
}

/** The same for text that was pasted. */
export function recogniseText(text: string): Given {
  return recognise(new TextEncoder().encode(text.trim()), "The text");
}

function isPacked(bytes: Bytes): boolean {
  const [first = 0, second = 0] = bytes;
  // zlib's two bytes are a multiple of 31.
  return (first === 0x1f && second === 0x8b) || (first === 0x78 && (first * 256 + second) % 31 === 0);
}

/** The beginning as text, without a mark or space before it. */
function startOf(bytes: Bytes): string {
  return new TextDecoder().decode(bytes.subarray(0, 400)).trimStart();
}

function fromJson(text: string, name: string): Given {
  const side = sideOf(text);
  if (side !== null) return { kind: "cards", side, text };
  const value = parsed(text);
  if (isState(value)) return { kind: "state", state: value };
  throw new ReadingProblem(`${name} is JSON, but neither Dark.json or Light.json nor a decision that was copied here.`);
}

/** Whose cards a text of card data lists: the side that its first card names. */
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
 * The bytes of a replay as they cross: in base64, packed before if they are long.
 *
 * @throws ReadingProblem when they are too many all the same
 */
export async function crossing(bytes: Bytes): Promise<string> {
  const packed = bytes.length > PACK_FROM && !isPacked(bytes) ? await deflated(bytes) : bytes;
  if (packed.length > MOST_CROSSING) throw new ReadingProblem("The replay is too large for the engine, even when it is packed.");
  return base64(packed);
}

/** In GEMP's own form, zlib. */
async function deflated(bytes: Bytes): Promise<Bytes> {
  const stream = new CompressionStream("deflate");
  const writer = stream.writable.getWriter();
  // What goes wrong on the writing side goes wrong on the reading side, too.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

/** So many bytes become characters in one call. */
const CHUNK = 0x8000;

export function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(""));
}
