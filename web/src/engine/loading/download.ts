/**
 * Fetches the runtime and checks every file of it before anything uses it, because a start with a missing or mistyped
 * file can hang for ever instead of failing.
 */
import { EngineError } from "../errors";
import type { ArtifactFile } from "../wire/protocol";
import { type Beside, type Bytes, fetchChecked, type FileFacts, type Manner } from "./file";
import type { Manifest } from "./manifest";
import { PatientDownloads, type PatientParts } from "./patience";

/** Checked files by their absolute address. */
export type Files = Map<string, Bytes>;

export interface DownloadOptions extends Pick<PatientParts, "isOutdated" | "onTrouble"> {
  /** Bytes that have come; a negative count takes back those of a file that is begun again. */
  onBytes: (count: number) => void;
  /** Given each file as soon as it is here and checked. */
  onFile?: (url: string, bytes: Bytes) => void;
  /** Given each answer that brings a wasm module, as it begins to come. */
  besideWasm?: Beside;
  /** The browser's `fetch`, where something else answers in its place. */
  ask?: typeof fetch;
}

/** A second silence may be a proxy that passes a file on only when it has all of it. */
const SILENCE_MS = [30_000, 60_000];
/** A table that brings no byte for this long is asked for again. */
const TABLE_SILENCE_MS = [10_000];

/**
 * Fetches the manifest's files, all at once, and checks each. One that fails is asked for again, alone.
 *
 * @param files those that are here already; each that comes is put there, whatever becomes of the others
 * @throws an `EngineError` that names the first file at fault, when nothing is under way any more
 */
export async function fetchFiles(
  folderUrl: string,
  manifest: Manifest,
  files: Files,
  { onBytes, onFile, besideWasm, ask, ...parts }: DownloadOptions,
): Promise<void> {
  const downloads = new PatientDownloads({ silenceMs: SILENCE_MS, ...parts });
  const one = async (file: FileFacts): Promise<void> => {
    const url = new URL(file.name, folderUrl).href;
    const kept = files.get(url);
    const beside = file.name.endsWith(".wasm") ? besideWasm : undefined;
    const bytes = kept ?? (await fetchOne(downloads, file, url, { onBytes, beside, ask }));
    if (kept !== undefined) onBytes(kept.length);
    files.set(url, bytes);
    onFile?.(url, bytes);
  };
  const ends = await Promise.allSettled(manifest.files.map(one));
  const faults = ends.flatMap((end) => (end.status === "rejected" ? [end.reason as unknown] : []));
  const outdated = faults.find((fault) => fault instanceof EngineError && fault.code === "NEW_VERSION");
  if (faults.length > 0) throw outdated ?? faults[0];
}

function fetchOne(
  downloads: PatientDownloads,
  file: FileFacts,
  url: string,
  { onBytes, ...manner }: Pick<Manner, "onBytes" | "beside" | "ask">,
): Promise<Bytes> {
  return downloads.fetch(
    file.name,
    "default",
    (cache, signal, count) => fetchChecked(file, url, { ...manner, cache, signal, onBytes: count }),
    onBytes,
  );
}

/**
 * Fetches a table and checks it.
 *
 * @param onBytes is told how many bytes have come
 */
export async function fetchArtifact(
  { url, bytes, sha256 }: ArtifactFile,
  isOutdated: () => Promise<boolean>,
  onBytes: (loaded: number) => void,
): Promise<Bytes> {
  let loaded = 0;
  const file = { name: url.slice(url.lastIndexOf("/") + 1), bytes, sha256 };
  const downloads = new PatientDownloads({ silenceMs: TABLE_SILENCE_MS, isOutdated });
  return fetchOne(downloads, file, url, { onBytes: (count) => onBytes((loaded += count)) });
}
