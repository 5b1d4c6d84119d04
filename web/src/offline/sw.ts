/**
 * The service worker: makes the second visit work offline, fetches a new version completely before it drops the old one,
 * and adds the site's security headers on hosts that set none. This file only wires its events.
 */
import { answer, resourceOf } from "./answers";
import { generationOf, type ListedFile, type ListedRuntime } from "./generation";
import { Keeper } from "./keeper";
import { ask, type ToWorker } from "./messages";
import { withPolicy, type Policy } from "./policy";
import { RUNTIME_CACHE } from "../engine/loading/runtime-cache";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ListedFile[] };
declare const __RUNTIME__: ListedRuntime;
declare const __POLICY__: Policy;

const PAGE_ANSWERS_MS = 2000;

// The plugin that makes the list adds duplicate entries without a hash.
const files = self.__WB_MANIFEST.filter(({ sha256 }: Partial<ListedFile>) => sha256 !== undefined);
const keeper = new Keeper({
  caches,
  fetch: (url, init) => fetch(url, init),
  estimate: async () => (await navigator.storage?.estimate?.()) ?? {},
  generation: generationOf(self.registration.scope, files, __RUNTIME__, RUNTIME_CACHE),
  runtimeCache: RUNTIME_CACHE,
  note: (what, error) => console.info(what, error),
});

/** Whether this is the site's first worker; then the page that installed it has the same version. */
let first = false;

async function install(): Promise<void> {
  // The first worker takes control soon, and fetches nothing while the page is still starting.
  if (self.registration.active === null) first = true;
  else await keeper.fill();
}

async function keep(): Promise<void> {
  try {
    await keeper.fill();
  } catch (error) {
    console.info("This visit is not kept for offline use:", error);
  }
  // A newer version in progress has files that no page uses yet; they must not be deleted.
  if (self.registration.installing !== null || self.registration.waiting !== null) return;
  const pages = await self.clients.matchAll({ type: "window" });
  await keeper.tidy(await Promise.all(pages.map((page) => ask<string>(page, { type: "which" }, PAGE_ANSWERS_MS))));
}

async function handle(message: ToWorker): Promise<unknown> {
  switch (message.type) {
    case "keep":
      return keep();
    case "keepTable":
      return keeper.keepTable(message.url);
    case "has":
      return keeper.generation.page.has(message.url);
    case "claim":
      return self.clients.claim();
    case "takeOver":
      return self.skipWaiting();
    case "fallBehind":
      return keeper.fallBehind();
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => {
  if (first) event.waitUntil(self.clients.claim());
});
self.addEventListener("message", (event) => {
  const done = handle(event.data as ToWorker);
  event.waitUntil(done.then((value) => event.ports[0]?.postMessage(value ?? true)));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const resource = resourceOf(keeper, request);
  if (resource === null) return;
  const parts = {
    keeper,
    fetch: (each: Request) => fetch(each),
    fetchCached: (url: string) => fetch(url, { cache: "only-if-cached", mode: "same-origin" }),
    waitUntil: (work: Promise<unknown>) => event.waitUntil(work),
  };
  // Runtime files are neither pages nor workers, and browsers keep compiled code only for unmodified responses.
  const withHeaders = (response: Response) => (resource.kind === "runtime" ? response : withPolicy(response, __POLICY__));
  event.respondWith(answer(resource, request, parts).then(withHeaders));
});
