/** What the page and its service worker are told of the build that they belong to. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file as the service worker knows it. */
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

/** The runtime that lies in the folder of the build; null when none has been built. */
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

/** The page's files, each once and in order, with the hashes of what was built. */
export function listedIn(dist: string, urls: readonly string[]): Listed[] {
  return [...new Set(urls)].sort().map((url) => {
    const content = readFileSync(join(dist, url));
    return { url, sha256: createHash("sha256").update(content).digest("hex"), bytes: content.length };
  });
}

/** What a good host's headers say, as far as the service worker adds it. */
interface Headers {
  /** On every answer. */
  every: Record<string, string>;
  /** What a page cannot say of itself: it counts in a header only. */
  policyInHeadersOnly: string;
}

/** The headers that the service worker adds, for hosts that send none: to whatever runs code, and to pages besides. */
export function policyFor(html: string, { every, policyInHeadersOnly }: Headers): Record<"code" | "page", Record<string, string>> {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(html)?.[1];
  if (policy === undefined) throw new Error("index.html names no Content-Security-Policy");
  const { "X-Content-Type-Options": types, ...page } = every;
  if (types === undefined) throw new Error("headers.json does not say that types are to be trusted");
  return { code: { "Content-Security-Policy": `${policy}; ${policyInHeadersOnly}`, "X-Content-Type-Options": types }, page };
}
