/** Where tables wait for the next visit: the store from which the service worker answers. */
import { RUNTIME_CACHE } from "./runtime-cache";

/** Keeps tables under addresses of the site. What cannot be kept or found is done without: nothing here is refused. */
export interface ArtifactShelf {
  get(url: string): Promise<Uint8Array<ArrayBuffer> | null>;
  put(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  drop(url: string): Promise<void>;
  /** Has a file of the site that was used kept, for a visit without a network. */
  keepFile(url: string): Promise<void>;
}

async function tried<T>(work: (cache: Cache) => Promise<T>): Promise<T | null> {
  try {
    return await work(await caches.open(RUNTIME_CACHE));
  } catch {
    return null;
  }
}

/** The browser's own store; it is not there at an insecure address, or where storage is forbidden. */
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
    // Only a service worker answers from the store when there is no network, and it knows what to keep.
    if (!("serviceWorker" in navigator)) return;
    (await navigator.serviceWorker.ready).active?.postMessage({ type: "keepTable", url });
  },
};
