/** Fetches one file of the runtime and checks that it is what was built. */
import { EngineError, sentenceOf } from "../errors";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A file, how long it is, and what is in it. */
export interface FileFacts {
  name: string;
  bytes: number;
  sha256: string;
}

const WASM = [0x00, 0x61, 0x73, 0x6d];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const GZIP = [0x1f, 0x8b];

/** The first bytes of a file, by its ending. */
const MAGIC: Record<string, readonly number[]> = { wasm: WASM, packed: GZIP, zip: ZIP };
/** The browser itself imports modules, and only under their own type. */
const MODULE = /^(text|application)\/(x-)?(java|ecma)script$/;
/** Some hosts answer with a page of theirs, and status 200, where there is no file. */
const PAGE = /^(text\/html|application\/xhtml\+xml)$/;

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Whether a file may come under this type: its bytes are checked anyway. */
function accepts(name: string, type: string): boolean {
  return endingOf(name) === "mjs" ? MODULE.test(type) : !PAGE.test(type);
}

/** Why a fetch broke off: what ended it on purpose says so itself. */
function brokenOff(name: string, sentence: string, thrown: unknown, signal: AbortSignal | null): EngineError {
  if (signal?.aborted === true && signal.reason instanceof EngineError) return signal.reason;
  return new EngineError("RUNTIME_MISSING", sentence, { file: name, reason: sentenceOf(thrown) });
}

/**
 * Asks for a file.
 *
 * @throws an `EngineError` when there is no answer, or it is not that file
 */
export async function openFile(
  name: string,
  url: string,
  cache: RequestCache,
  signal: AbortSignal | null = null,
  ask: typeof fetch = fetch,
): Promise<Response> {
  let response: Response;
  try {
    response = await ask(url, { cache, signal });
  } catch (thrown) {
    throw brokenOff(name, `${name} could not be fetched: is the connection up?`, thrown, signal);
  }
  const { status } = response;
  if (!response.ok) {
    throw new EngineError("RUNTIME_MISSING", `${name} is missing on the server (status ${status}).`, {
      file: name,
      status,
    });
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (!accepts(name, type)) {
    const said = type === "" ? "no content type" : `the content type ${type}`;
    throw new EngineError("RUNTIME_TYPE", `The server sends ${name} with ${said}, so it cannot be used.`, {
      file: name,
      type,
    });
  }
  return response;
}

export function corrupt(name: string, why: string): EngineError {
  return new EngineError("RUNTIME_CORRUPT", `${name} is damaged: ${why}.`, { file: name, why });
}

async function read(file: FileFacts, response: Response, signal: AbortSignal, onBytes: (count: number) => void): Promise<Bytes> {
  const bytes = new Uint8Array(file.bytes);
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch((thrown: unknown) => {
      throw brokenOff(file.name, `The connection broke while ${file.name} was fetched.`, thrown, signal);
    });
    if (part?.value === undefined) break;
    if (length + part.value.length > file.bytes) {
      void reader?.cancel().catch(() => undefined);
      throw corrupt(file.name, "it is longer than it should be");
    }
    bytes.set(part.value, length);
    length += part.value.length;
    onBytes(part.value.length);
  }
  if (length < file.bytes) throw corrupt(file.name, `only ${length} of ${file.bytes} bytes arrived`);
  return bytes;
}

async function check(file: FileFacts, bytes: Bytes): Promise<void> {
  const magic = MAGIC[endingOf(file.name)] ?? [];
  if (magic.some((byte, index) => bytes[index] !== byte)) throw corrupt(file.name, "it is not the kind of file it should be");
  // Browsers offer hashes on secure addresses only; the length and the first bytes are checked everywhere.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== file.sha256.toLowerCase()) throw corrupt(file.name, "its contents are not what was built");
}

/** Takes what comes of a file, unchecked; null when it is of a kind that cannot be taken while it comes. */
export type Beside = (response: Response | null) => void;

/** The browser compiles wasm while it comes only under its own type, without parameters. */
function streams(response: Response): boolean {
  return response.headers.get("content-type") === "application/wasm";
}

/** How a file is fetched. */
export interface Manner {
  cache: RequestCache;
  signal: AbortSignal;
  /** Told of every part that comes. */
  onBytes: (count: number) => void;
  /**
   * Compiles wasm while it comes. It gets the answer itself, and what is checked is a copy: browsers keep the compiled
   * code of what came from the network alone.
   */
  beside?: Beside | undefined;
  /** The browser's, where something else answers in its place. */
  ask?: typeof fetch | undefined;
}

/**
 * Fetches a file and checks it.
 *
 * @throws an `EngineError` with one sentence
 */
export async function fetchChecked(file: FileFacts, url: string, manner: Manner): Promise<Bytes> {
  const { cache, signal, onBytes, beside, ask } = manner;
  const response = await openFile(file.name, url, cache, signal, ask);
  const shared = beside !== undefined && streams(response);
  const copy = shared ? response.clone() : response;
  beside?.(shared ? response : null);
  const bytes = await read(file, copy, signal, onBytes);
  await check(file, bytes);
  return bytes;
}

/** Whether this was refused for what came, so that it is no use to take what the browser kept of it. */
export function isWrong({ code, context }: EngineError): boolean {
  return code === "RUNTIME_CORRUPT" || code === "RUNTIME_TYPE" || typeof context.status === "number";
}

/** Whether the server has no such file, as far as one can tell. */
export function isGone({ code, context }: EngineError): boolean {
  return context.status === 404 || context.status === 410 || (code === "RUNTIME_TYPE" && PAGE.test(String(context.type)));
}
