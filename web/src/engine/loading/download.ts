/**
 * Fetches the runtime and checks every file of it before anything is started, because a start with a missing or
 * mistyped file can hang for ever instead of failing.
 */
import { EngineError, sentenceOf } from "../errors";
import type { ArtifactFile } from "../wire/protocol";

export interface ManifestFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** A table beside the runtime's files, which is fetched when something needs it. */
export interface ManifestArtifact {
  ruleset_id: string;
  name: string;
  file: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  version: string;
  /** Folder of the files, relative to the manifest. */
  path: string;
  files: ManifestFile[];
  artifacts: ManifestArtifact[];
  wheel: string;
}

export interface DownloadOptions {
  /** Ask the server again instead of trusting what the browser kept: after a failure. */
  fresh: boolean;
  onBytes: (count: number) => void;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A table that brings no byte for this long is given up. */
const STALL_MS = 10_000;

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
  const { version, path, files, artifacts, wheel } = value as Partial<Record<keyof Manifest, unknown>>;
  const named = [version, path, wheel].every((text) => typeof text === "string");
  return named && Array.isArray(artifacts) && Array.isArray(files) && files.length > 0 && files.every(isFile);
}

/** Whether this says how long something is and what is in it, and has these texts. */
function describes(value: unknown, ...texts: string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const told = ["sha256", ...texts].every((field) => typeof fields[field] === "string");
  return told && Number.isSafeInteger(fields.bytes) && (fields.bytes as number) >= 0;
}

function isFile(value: unknown): value is ManifestFile {
  return describes(value, "name");
}

function isArtifact(value: unknown): value is ManifestArtifact {
  return describes(value, "ruleset_id", "name", "file");
}

/**
 * Reads the list of the runtime's files: the first thing fetched, and always asked for anew.
 *
 * A table that it does not describe whole is left out, as if it were not on the site: it can be computed.
 */
export async function fetchManifest(runtimeUrl: string): Promise<Manifest> {
  const name = "manifest.json";
  const response = await open(name, new URL(name, runtimeUrl).href, "no-cache");
  const manifest: unknown = await response.json().catch(() => null);
  if (!isManifest(manifest)) throw corrupt(name, "it does not list the runtime's files");
  return { ...manifest, artifacts: manifest.artifacts.filter(isArtifact) };
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

async function fetchChecked(
  file: ManifestFile,
  url: string,
  signal: AbortSignal,
  { fresh, onBytes }: DownloadOptions,
): Promise<Bytes> {
  const response = await open(file.name, url, fresh ? "reload" : "default", signal);
  const bytes = await read(file, response, onBytes);
  await check(file, bytes);
  return bytes;
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
    return [url, await fetchChecked(file, url, stop.signal, options)];
  };
  try {
    return new Map(await Promise.all(manifest.files.map(one)));
  } finally {
    stop.abort();
  }
}

/** The manifest's tables with their absolute addresses. */
export function artifactsOf(folderUrl: string, manifest: Manifest): ArtifactFile[] {
  return manifest.artifacts.map(({ ruleset_id, name, file, bytes, sha256 }) => {
    return { rulesetId: ruleset_id, name, url: new URL(file, folderUrl).href, bytes, sha256 };
  });
}

/**
 * Fetches a table and checks it; when that fails, once more from the server itself.
 *
 * @param onBytes is told how many bytes have come
 */
export async function fetchArtifact(file: ArtifactFile, onBytes: (loaded: number) => void): Promise<Bytes> {
  try {
    return await fetchUnstalled(file, false, onBytes);
  } catch {
    return fetchUnstalled(file, true, onBytes);
  }
}

async function fetchUnstalled(
  { url, bytes, sha256 }: ArtifactFile,
  fresh: boolean,
  onBytes: (loaded: number) => void,
): Promise<Bytes> {
  const stop = new AbortController();
  const guard = () => setTimeout(() => stop.abort(), STALL_MS);
  let timer = guard();
  let loaded = 0;
  const count = (more: number) => {
    clearTimeout(timer);
    timer = guard();
    onBytes((loaded += more));
  };
  const file = { name: url.slice(url.lastIndexOf("/") + 1), bytes, sha256 };
  try {
    return await fetchChecked(file, url, stop.signal, { fresh, onBytes: count });
  } finally {
    clearTimeout(timer);
  }
}
