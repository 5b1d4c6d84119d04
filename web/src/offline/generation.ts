/** A generation: the files of one build, which belong together, and where they are cached. */
import { shortHash } from "../core/short-hash";

/** A file of the build; `url` is relative to the site's or the runtime's folder. */
export interface ListedFile {
  url: string;
  sha256: string;
  bytes: number;
}

/** The build's list of the runtime that its page starts. */
export interface ListedRuntime {
  /** Its folder below `runtime/`. */
  path: string;
  files: ListedFile[];
  /** Tables, of which only the used ones are cached. */
  tables: ListedFile[];
}

/** A file with its absolute address and the name of its cache. */
export interface KeptFile extends ListedFile {
  cache: string;
}

export interface Generation {
  /** The name of the cache for the page's files. */
  cache: string;
  /** The site's address, with a trailing slash. */
  scope: string;
  /** The address of the runtime's files, with a trailing slash. */
  runtimeFolder: string;
  page: ReadonlyMap<string, KeptFile>;
  runtime: ReadonlyMap<string, KeptFile>;
  tables: ReadonlyMap<string, KeptFile>;
}

export const PAGE_CACHES = "hindsight-page-";
const RUNTIME_LIST = "runtime/manifest.json";

/** The address of the runtime's list for a page built for this runtime; the query distinguishes it, and hosts ignore it. */
export function runtimeListUrl(scope: string, path: string): string {
  return `${scope}${RUNTIME_LIST}?v=${encodeURIComponent(path)}`;
}

function byUrl(files: readonly ListedFile[], cache: string, place: (url: string) => string): Map<string, KeptFile> {
  return new Map(files.map((file) => [place(file.url), { ...file, url: place(file.url), cache }]));
}

/**
 * The generation of a build.
 *
 * The cache's name contains a hash of all its files and of the scope, because sites with the same origin share cache
 * names.
 */
export function generationOf(scope: string, files: readonly ListedFile[], runtime: ListedRuntime, runtimeCache: string): Generation {
  const cache = PAGE_CACHES + shortHash(JSON.stringify([scope, files, runtime]));
  const runtimeFolder = `${scope}runtime/${runtime.path}/`;
  const inPage = (url: string) => (url === RUNTIME_LIST ? runtimeListUrl(scope, runtime.path) : scope + url);
  const inRuntime = (url: string) => runtimeFolder + url;
  return {
    cache,
    scope,
    runtimeFolder,
    page: byUrl(files, cache, inPage),
    runtime: byUrl(runtime.files, runtimeCache, inRuntime),
    tables: byUrl(runtime.tables, runtimeCache, inRuntime),
  };
}

/** The file of a generation at an address, from any of its parts. */
export function fileAt({ page, runtime, tables }: Generation, url: string): KeptFile | undefined {
  return page.get(url) ?? runtime.get(url) ?? tables.get(url);
}
