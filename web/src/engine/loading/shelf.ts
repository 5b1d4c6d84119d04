/** The store of tables between visits: the cache from which the service worker answers. */
import { RUNTIME_CACHE } from "./runtime-cache";

/** Stores tables by URL. Storage is optional: no method rejects. */
export interface ArtifactShelf {
  get(url: string): Promise<Uint8Array<ArrayBuffer> | null>;
  put(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  drop(url: string): Promise<void>;
  /** Keeps a file of the site for offline visits. */
  keepFile(url: string): Promise<void>;
}

async function tried<T>(work: (cache: Cache) => Promise<T>): Promise<T | null> {
  try {
    return await work(await caches.open(RUNTIME_CACHE));
  } catch {
    return null;
  }
}

/** The browser's cache storage, which is missing in insecure contexts and where storage is forbidden. */
export const BROWSER_SHELF: ArtifactShelf = {
  get: (url) =>
    tried(async (cache) => {
      const found = await cache.match(url);
      return found === undefined ? null : new Uint8Array(await found.arrayBuffer());
    }),
  put: async (url, bytes) => {
    const response = new Response(bytes, { headers: { "content-type": "application/octet-stream" } });
    await tried((cache) => cache.put(url, response));
  },
  drop: async (url) => {
    await tried((cache) => cache.delete(url));
  },
  keepFile: async (url) => {
    // Only the service worker answers from the cache offline, and it decides what to keep.
    if (!("serviceWorker" in navigator)) return;
    (await navigator.serviceWorker.ready).active?.postMessage({ type: "keepTable", url });
  },
};
