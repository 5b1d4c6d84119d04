/** A generation: the files of one build, which belong together, and where they are kept. */
import { shortHash } from "../core/short-hash";

/** A file of the build, by its address below the site's or the runtime's folder. */
export interface ListedFile {
  url: string;
  sha256: string;
  bytes: number;
}

/** What the build says of the runtime that its page starts. */
export interface ListedRuntime {
  /** Its folder below `runtime/`. */
  path: string;
  files: ListedFile[];
  /** Tables, of which only those that are used are kept. */
  tables: ListedFile[];
}

/** A file with its whole address, and the cache that it is kept in. */
export interface KeptFile extends ListedFile {
  cache: string;
}

export interface Generation {
  /** The name of the cache of its page's files. */
  cache: string;
  /** The site's address, with its slash. */
  scope: string;
  /** Where its runtime's files lie, with its slash. */
  runtimeFolder: string;
  page: ReadonlyMap<string, KeptFile>;
  runtime: ReadonlyMap<string, KeptFile>;
  tables: ReadonlyMap<string, KeptFile>;
}

export const PAGE_CACHES = "hindsight-page-";
const RUNTIME_LIST = "runtime/manifest.json";

/** The address of the runtime's list for a page that was built for this runtime: hosts pass the query over. */
export function runtimeListUrl(scope: string, path: string): string {
  return `${scope}${RUNTIME_LIST}?v=${encodeURIComponent(path)}`;
}

function byUrl(files: readonly ListedFile[], cache: string, place: (url: string) => string): Map<string, KeptFile> {
  return new Map(files.map((file) => [place(file.url), { ...file, url: place(file.url), cache }]));
}

/**
 * The generation of a build.
 *
 * Its name carries a hash over all that belongs to it, and over the scope: sites that share an origin share the names
 * of caches, too.
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

/** The file of a generation at an address, whichever part it is of. */
export function fileAt({ page, runtime, tables }: Generation, url: string): KeptFile | undefined {
  return page.get(url) ?? runtime.get(url) ?? tables.get(url);
}
