/**
 * Fetches the runtime and checks every file of it before anything is started, because a start with a missing or
 * mistyped file can hang for ever instead of failing.
 */
import { EngineError, sentenceOf } from "./errors";

export interface ManifestFile {
  name: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  version: string;
  /** Folder of the files, relative to the manifest. */
  path: string;
  files: ManifestFile[];
  wheel: string;
}

export interface DownloadOptions {
  /** Ask the server again instead of trusting what the browser kept: after a failure. */
  fresh: boolean;
  onBytes: (count: number) => void;
}

type Bytes = Uint8Array<ArrayBuffer>;

const WASM = [0x00, 0x61, 0x73, 0x6d];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** What a file must look like, by its ending. Archives may come under any type but a page's. */
const KINDS: Record<string, { type: RegExp; magic?: number[] }> = {
  wasm: { type: /^application\/wasm$/, magic: WASM },
  mjs: { type: /^(text|application)\/(x-)?javascript$/ },
  json: { type: /^application\/json$/ },
  whl: { type: /^(?!text\/html)/, magic: ZIP },
  zip: { type: /^(?!text\/html)/, magic: ZIP },
};

function kindOf(name: string): { type: RegExp; magic?: number[] } {
  return KINDS[name.slice(name.lastIndexOf(".") + 1)] ?? { type: /^(?!text\/html)/ };
}

async function open(
  name: string,
  url: string,
  cache: RequestCache,
  signal: AbortSignal | null = null,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { cache, signal });
  } catch (thrown) {
    throw new EngineError("RUNTIME_MISSING", `${name} could not be fetched: is the connection up?`, {
      file: name,
      reason: sentenceOf(thrown),
    });
  }
  if (!response.ok) {
    throw new EngineError("RUNTIME_MISSING", `${name} is missing on the server (status ${response.status}).`, {
      file: name,
      status: response.status,
    });
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (!kindOf(name).type.test(type)) {
    const said = type === "" ? "no content type" : `the content type ${type}`;
    throw new EngineError("RUNTIME_TYPE", `The server sends ${name} with ${said}, so it cannot be used.`, {
      file: name,
      type,
    });
  }
  return response;
}

function corrupt(name: string, why: string): EngineError {
  return new EngineError("RUNTIME_CORRUPT", `${name} is damaged: ${why}.`, { file: name, why });
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== "object" || value === null) return false;
  const { version, path, files, wheel } = value as Partial<Record<keyof Manifest, unknown>>;
  return [version, path, wheel].every((text) => typeof text === "string") && Array.isArray(files) && files.length > 0;
}

/** Reads the list of the runtime's files: the first thing fetched, and always asked for anew. */
export async function fetchManifest(runtimeUrl: string): Promise<Manifest> {
  const name = "manifest.json";
  const response = await open(name, new URL(name, runtimeUrl).href, "no-cache");
  const manifest: unknown = await response.json().catch(() => null);
  if (!isManifest(manifest)) throw corrupt(name, "it does not list the runtime's files");
  return manifest;
}

async function read(file: ManifestFile, response: Response, onBytes: (count: number) => void): Promise<Bytes> {
  const bytes = new Uint8Array(file.bytes);
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read().catch((thrown: unknown) => {
      throw new EngineError("RUNTIME_MISSING", `The connection broke while ${file.name} was fetched.`, {
        file: file.name,
        reason: sentenceOf(thrown),
      });
    });
    if (part?.value === undefined) break;
    if (length + part.value.length > file.bytes) throw corrupt(file.name, "it is longer than it should be");
    bytes.set(part.value, length);
    length += part.value.length;
    onBytes(part.value.length);
  }
  if (length < file.bytes) throw corrupt(file.name, `only ${length} of ${file.bytes} bytes arrived`);
  return bytes;
}

async function check(file: ManifestFile, bytes: Bytes): Promise<void> {
  const magic = kindOf(file.name).magic ?? [];
  if (magic.some((byte, index) => bytes[index] !== byte))
    throw corrupt(file.name, "it is not the kind of file it should be");
  // Browsers offer hashes on secure addresses only; the length and the first bytes are checked everywhere.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== file.sha256.toLowerCase()) throw corrupt(file.name, "its contents are not what was built");
}

/**
 * Fetches all files of the manifest at once and checks each.
 *
 * @returns the files' bytes by their absolute address
 * @throws an `EngineError` that names the first file at fault; the other downloads are ended
 */
export async function fetchFiles(
  folderUrl: string,
  manifest: Manifest,
  options: DownloadOptions,
): Promise<Map<string, Bytes>> {
  const stop = new AbortController();
  const one = async (file: ManifestFile): Promise<[string, Bytes]> => {
    const url = new URL(file.name, folderUrl).href;
    const bytes = await read(
      file,
      await open(file.name, url, options.fresh ? "reload" : "default", stop.signal),
      options.onBytes,
    );
    await check(file, bytes);
    return [url, bytes];
  };
  try {
    return new Map(await Promise.all(manifest.files.map(one)));
  } finally {
    stop.abort();
  }
}

/** Fetches one file that the manifest does not list. Its content is for the receiver to check. */
export async function fetchBytes(url: string): Promise<Bytes> {
  const response = await open(url.slice(url.lastIndexOf("/") + 1), url, "default");
  return new Uint8Array(await response.arrayBuffer());
}
