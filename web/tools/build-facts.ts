/** Facts about the build for the page and its service worker: files with hashes, the runtime, and policy headers. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file in the service worker's list. */
interface Listed {
  url: string;
  sha256: string;
  bytes: number;
}

interface Runtime {
  path: string;
  files: Listed[];
  tables: Listed[];
}

interface Described {
  sha256: string;
  bytes: number;
}

/** The runtime in the build folder, or null if it has not been built. */
export function runtimeIn(dist: string): Runtime | null {
  const path = join(dist, "runtime", "manifest.json");
  if (!existsSync(path)) return null;
  const manifest = JSON.parse(readFileSync(path, "utf8")) as {
    path: string;
    files: (Described & { name: string })[];
    artifacts: (Described & { file: string })[];
  };
  return {
    path: manifest.path,
    files: manifest.files.map(({ name, sha256, bytes }) => ({ url: name, sha256, bytes })),
    tables: manifest.artifacts.map(({ file, sha256, bytes }) => ({ url: file, sha256, bytes })),
  };
}

/** The page's files, sorted and without duplicates, with their hashes. */
export function listedIn(dist: string, urls: readonly string[]): Listed[] {
  return [...new Set(urls)].sort().map((url) => {
    const content = readFileSync(join(dist, url));
    return { url, sha256: createHash("sha256").update(content).digest("hex"), bytes: content.length };
  });
}

/** The part of `headers.json` that the service worker adds. */
interface Headers {
  /** Headers of every response. */
  every: Record<string, string>;
  /** Policy directives that browsers ignore in a meta element. */
  policyInHeadersOnly: string;
}

/** The headers that the service worker adds on hosts that send none, for files with code and for pages. */
export function policyFor(html: string, { every, policyInHeadersOnly }: Headers): Record<"code" | "page", Record<string, string>> {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1];
  if (policy === undefined) throw new Error("index.html has no Content-Security-Policy");
  const { "X-Content-Type-Options": types, ...page } = every;
  if (types === undefined) throw new Error("headers.json lacks X-Content-Type-Options");
  return { code: { "Content-Security-Policy": `${policy}; ${policyInHeadersOnly}`, "X-Content-Type-Options": types }, page };
}
