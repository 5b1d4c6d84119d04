/**
 * The service worker: the second visit works offline, and every page and worker has the site's
 * Content-Security-Policy even on a host that sets no headers.
 */
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import type { PrecacheEntry } from "workbox-precaching";
import { RUNTIME_CACHE } from "../engine/loading/shelf";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };
declare const __CONTENT_SECURITY_POLICY__: string;

/** The same response with the policy's header, for whatever can run code. */
function withPolicy(response: Response): Response {
  const type = response.headers.get("Content-Type") ?? "";
  if (response.type === "opaqueredirect" || !/html|javascript/.test(type)) return response;
  const headers = new Headers(response.headers);
  headers.set("Content-Security-Policy", __CONTENT_SECURITY_POLICY__);
  headers.set("X-Content-Type-Options", "nosniff");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** Cache first: a runtime file's address carries its content hash. A retry asks the network again. */
async function runtimeFile(request: Request): Promise<Response> {
  const cache = await caches.open(RUNTIME_CACHE);
  const again = request.cache === "reload" || request.cache === "no-store";
  const kept = again ? undefined : await cache.match(request);
  if (kept) return withPolicy(kept);
  const fetched = await fetch(request);
  if (fetched.status === 200) await cache.put(request, fetched.clone());
  return withPolicy(fetched);
}

const shell = new PrecacheController({
  plugins: [{ handlerWillRespond: ({ response }) => Promise.resolve(withPolicy(response)) }],
});
shell.addToCacheList(self.__WB_MANIFEST);
cleanupOutdatedCaches();
clientsClaim();
self.addEventListener("install", (event) => {
  void shell.install(event);
  void self.skipWaiting();
});
self.addEventListener("activate", (event) => void shell.activate(event));

registerRoute(({ url, sameOrigin }) => sameOrigin && /\/runtime\/[^/]+\/[^/]+$/.test(url.pathname), {
  handle: ({ request }) => runtimeFile(request),
});
registerRoute(new PrecacheRoute(shell, { directoryIndex: "index.html" }));
