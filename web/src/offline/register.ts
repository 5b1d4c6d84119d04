import { RUNTIME_CACHE } from "../engine/loading/shelf";
import { keepRuntime, type RuntimeFiles } from "./runtime-cache";

/**
 * Makes the next visit work offline. To be called once the engine is ready: the runtime's files then come
 * from the browser's own cache, and nothing competes with the first start.
 *
 * @returns true when everything is kept, false where the browser or the page's address does not allow it
 */
export async function registerOffline(): Promise<boolean> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !("caches" in globalThis)) return false;
  try {
    const base = new URL("runtime/", document.baseURI).href;
    await navigator.serviceWorker.register(new URL("sw.js", document.baseURI), { scope: "./" });
    const response = await fetch(new URL("manifest.json", base));
    if (!response.ok) return false;
    await keepRuntime(await caches.open(RUNTIME_CACHE), (await response.json()) as RuntimeFiles, base);
    await navigator.serviceWorker.ready;
    return true;
  } catch (error) {
    console.info("This visit is not kept for offline use:", error);
    return false;
  }
}
