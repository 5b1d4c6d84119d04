/** The manifest: the list of the runtime's files, which is fetched first. */
import type { ArtifactFile } from "../wire/protocol";
import { corrupt, type FileFacts, openFile } from "./file";
import { RetryingDownloads, type RetryOptions } from "./retries";
import { newVersion } from "./version";

/** A table next to the runtime's files, fetched on demand. */
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
  files: FileFacts[];
  artifacts: ManifestArtifact[];
  wheel: string;
}

const NAME = "manifest.json";
const SILENCE_MS = [30_000];

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== "object" || value === null) return false;
  const { version, path, files, artifacts, wheel } = value as Partial<Record<keyof Manifest, unknown>>;
  const named = [version, path, wheel].every((text) => typeof text === "string");
  return named && Array.isArray(artifacts) && Array.isArray(files) && files.length > 0 && files.every(isFile);
}

/** Whether a value has a size, a hash, and these string fields. */
function describes(value: unknown, ...texts: string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const complete = ["sha256", ...texts].every((field) => typeof fields[field] === "string");
  return complete && Number.isSafeInteger(fields.bytes) && (fields.bytes as number) >= 0;
}

function isFile(value: unknown): value is FileFacts {
  return describes(value, "name");
}

function isArtifact(value: unknown): value is ManifestArtifact {
  return describes(value, "ruleset_id", "name", "file");
}

/**
 * Fetches the manifest, always from the server.
 *
 * Tables with incomplete entries are left out: they can be computed.
 *
 * @param path the folder of the runtime that the page was built with; empty where it is not known
 * @throws an `EngineError`: `NEW_VERSION` when the manifest is that of another runtime
 */
export async function fetchManifest(runtimeUrl: string, path: string, onTrouble?: RetryOptions["onTrouble"]): Promise<Manifest> {
  const url = new URL(NAME, runtimeUrl);
  if (path !== "") url.searchParams.set("v", path);
  const downloads = new RetryingDownloads({
    silenceMs: SILENCE_MS,
    isOutdated: () => Promise.resolve(false),
    ...(onTrouble === undefined ? {} : { onTrouble }),
  });
  const attempt = async (cache: RequestCache, signal: AbortSignal): Promise<Manifest> => {
    const response = await openFile(NAME, url.href, cache, signal);
    const found: unknown = await response.json().catch(() => null);
    if (!isManifest(found)) throw corrupt(NAME, "it does not list the runtime's files");
    return found;
  };
  const manifest = await downloads.fetch(NAME, "no-cache", attempt, () => undefined);
  if (path !== "" && manifest.path !== path) throw newVersion();
  return { ...manifest, artifacts: manifest.artifacts.filter(isArtifact) };
}

/** The manifest's tables with absolute URLs. */
export function artifactsOf(folderUrl: string, manifest: Manifest): ArtifactFile[] {
  return manifest.artifacts.map(({ ruleset_id, name, file, bytes, sha256 }) => {
    return { rulesetId: ruleset_id, name, url: new URL(file, folderUrl).href, bytes, sha256 };
  });
}
