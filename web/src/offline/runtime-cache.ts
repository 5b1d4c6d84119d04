/** Keeps the engine's runtime for the next visit, so that it starts without a network. */

/** The part of `runtime/manifest.json` that the cache needs. */
export interface RuntimeFiles {
  path: string;
  files: { name: string }[];
  /** Tables, of which only those that were used are kept. */
  artifacts: ({ file?: string } | null)[];
}

/** The part of the Cache interface that is used here. */
export interface RuntimeCache {
  keys(): Promise<readonly { url: string }[]>;
  delete(url: string): Promise<boolean>;
  add(url: string): Promise<void>;
}

/**
 * Adds the runtime files that the cache lacks and drops those of an older runtime of the same site: another site
 * under the same origin may share the cache. Tables below the runtime's path stay, whether they were fetched or
 * computed here; a table that was used with an older runtime is fetched for this one.
 *
 * @param cache the store that the service worker answers from
 * @param manifest what `runtime/manifest.json` says
 * @param base absolute address of the runtime folder, with its slash
 * @returns the number of files that were added
 */
export async function keepRuntime(cache: RuntimeCache, manifest: RuntimeFiles, base: string): Promise<number> {
  const folder = new URL(`${manifest.path}/`, base).href;
  const wanted = new Set(manifest.files.map(({ name }) => folder + name));
  const tables = new Set(manifest.artifacts.map((each) => each?.file));
  const kept = new Set<string>();
  const old: string[] = [];
  for (const { url } of await cache.keys()) {
    if (url.startsWith(folder)) kept.add(url);
    else if (url.startsWith(base)) old.push(url);
  }
  for (const url of old) {
    const file = url.slice(url.lastIndexOf("/") + 1);
    if (tables.has(file)) wanted.add(folder + file);
    await cache.delete(url);
  }
  const missing = [...wanted].filter((url) => !kept.has(url));
  // One at a time: this runs behind a page that is in use.
  for (const url of missing) await cache.add(url);
  return missing.length;
}
