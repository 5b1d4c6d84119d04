/** Fetching one file of the runtime, and checking it against the build. */
import { EngineError, sentenceOf } from "../errors";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A file with its size and hash. */
export interface FileFacts {
  name: string;
  bytes: number;
  sha256: string;
}

const WASM = [0x00, 0x61, 0x73, 0x6d];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const GZIP = [0x1f, 0x8b];

/** The first bytes of a file, by extension. */
const MAGIC: Record<string, readonly number[]> = { wasm: WASM, packed: GZIP, zip: ZIP };
/** Content types with which browsers import modules. */
const MODULE = /^(text|application)\/(x-)?(java|ecma)script$/;
/** Some hosts send an HTML page with status 200 for a missing file. */
const PAGE = /^(text\/html|application\/xhtml\+xml)$/;

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Whether a content type is acceptable for a file; its bytes are checked anyway. */
function accepts(name: string, type: string): boolean {
  return endingOf(name) === "mjs" ? MODULE.test(type) : !PAGE.test(type);
}

/** The error of an interrupted fetch: the abort reason if there is one. */
function brokenOff(name: string, sentence: string, thrown: unknown, signal: AbortSignal | null): EngineError {
  if (signal?.aborted === true && signal.reason instanceof EngineError) return signal.reason;
  return new EngineError("RUNTIME_MISSING", sentence, { file: name, reason: sentenceOf(thrown) });
}

/**
 * Requests a file.
 *
 * @throws an `EngineError` when there is no response, or not one with that file
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
  if (magic.some((byte, index) => bytes[index] !== byte)) throw corrupt(file.name, "it is not the right kind of file");
  // Browsers offer hashes in secure contexts only; the length and the first bytes are always checked.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== file.sha256.toLowerCase()) throw corrupt(file.name, "its content differs from what was built");
}

/** Receives the unchecked response of a file, or null when it cannot be compiled while streaming. */
export type Beside = (response: Response | null) => void;

/** Whether wasm can be compiled while streaming: browsers require its exact content type, without parameters. */
function streams(response: Response): boolean {
  return response.headers.get("content-type") === "application/wasm";
}

/** Options of a fetch. */
export interface FetchOptions {
  cache: RequestCache;
  signal: AbortSignal;
  /** Called with the size of every chunk. */
  onBytes: (count: number) => void;
  /**
   * Compiles wasm while it streams. It gets the response itself, and a copy is checked: browsers cache compiled code
   * only for network responses.
   */
  beside?: Beside | undefined;
  /** The browser's `fetch`, if the global one is replaced. */
  ask?: typeof fetch | undefined;
}

/**
 * Fetches a file and checks it.
 *
 * @throws an `EngineError` with one sentence
 */
export async function fetchChecked(file: FileFacts, url: string, options: FetchOptions): Promise<Bytes> {
  const { cache, signal, onBytes, beside, ask } = options;
  const response = await openFile(file.name, url, cache, signal, ask);
  const shared = beside !== undefined && streams(response);
  const copy = shared ? response.clone() : response;
  beside?.(shared ? response : null);
  const bytes = await read(file, copy, signal, onBytes);
  await check(file, bytes);
  return bytes;
}

/** Whether the response itself was wrong, so that the browser's cache must be bypassed. */
export function isWrong({ code, context }: EngineError): boolean {
  return code === "RUNTIME_CORRUPT" || code === "RUNTIME_TYPE" || typeof context.status === "number";
}

/** Whether the server apparently has no such file. */
export function isGone({ code, context }: EngineError): boolean {
  return context.status === 404 || context.status === 410 || (code === "RUNTIME_TYPE" && PAGE.test(String(context.type)));
}
