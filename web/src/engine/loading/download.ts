/**
 * Fetches the runtime and checks every file before use, because a start with a missing or wrong file can hang forever
 * instead of failing.
 */
import { EngineError } from "../errors";
import type { ArtifactFile } from "../wire/protocol";
import { type Beside, type Bytes, fetchChecked, type FileFacts, type FetchOptions } from "./file";
import type { Manifest } from "./manifest";
import { RetryingDownloads, type RetryOptions } from "./retries";

/** Checked files by absolute URL. */
export type Files = Map<string, Bytes>;

export interface DownloadOptions extends Pick<RetryOptions, "isOutdated" | "onTrouble"> {
  /** Called with the number of bytes received; negative when a file is started again. */
  onBytes: (count: number) => void;
  /** Called with each file once it has arrived and is checked. */
  onFile?: (url: string, bytes: Bytes) => void;
  /** Called with the response of each wasm module as its download begins. */
  besideWasm?: Beside;
  /** The browser's `fetch`, if the global one is replaced. */
  ask?: typeof fetch;
}

/** A second silence may be a proxy that forwards a file only once it is complete. */
const SILENCE_MS = [30_000, 60_000];
/** A table download without a byte for this long is retried. */
const TABLE_SILENCE_MS = [10_000];

/**
 * Fetches and checks all files of the manifest in parallel. A failed one is retried individually.
 *
 * @param files the files already fetched; new ones are added, even if others fail
 * @throws an `EngineError` naming the first failed file, once all downloads have ended
 */
export async function fetchFiles(
  folderUrl: string,
  manifest: Manifest,
  files: Files,
  { onBytes, onFile, besideWasm, ask, ...parts }: DownloadOptions,
): Promise<void> {
  const downloads = new RetryingDownloads({ silenceMs: SILENCE_MS, ...parts });
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
  downloads: RetryingDownloads,
  file: FileFacts,
  url: string,
  { onBytes, ...options }: Pick<FetchOptions, "onBytes" | "beside" | "ask">,
): Promise<Bytes> {
  return downloads.fetch(
    file.name,
    "default",
    (cache, signal, count) => fetchChecked(file, url, { ...options, cache, signal, onBytes: count }),
    onBytes,
  );
}

/**
 * Fetches a table and checks it.
 *
 * @param onBytes called with the number of bytes received so far
 */
export async function fetchArtifact(
  { url, bytes, sha256 }: ArtifactFile,
  isOutdated: () => Promise<boolean>,
  onBytes: (loaded: number) => void,
): Promise<Bytes> {
  let loaded = 0;
  const file = { name: url.slice(url.lastIndexOf("/") + 1), bytes, sha256 };
  const downloads = new RetryingDownloads({ silenceMs: TABLE_SILENCE_MS, isOutdated });
  return fetchOne(downloads, file, url, { onBytes: (count) => onBytes((loaded += count)) });
}
