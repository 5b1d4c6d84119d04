/** The service worker's responses: from its caches or from the network. */
import { runtimeListUrl } from "./generation";
import type { Keeper } from "./keeper";

export interface AnswerParts {
  keeper: Keeper;
  /** Requests from the network. */
  fetch: (request: Request) => Promise<Response>;
  /** Requests from the browser's HTTP cache, stale responses included; fails if it has none. */
  fetchCached: (url: string) => Promise<Response>;
  /** Keeps the worker alive until this is done. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** How long the network may take to deliver a page before an older, complete one is used. */
const NETWORK_MS = 4000;

type Kind =
  /** The address identifies the contents: any generation's copy will do. */
  | "lasting"
  /** Every generation has its own file at this address. */
  | "page"
  /** A file of a generation's runtime folder. */
  | "runtime";

interface Resource {
  kind: Kind;
  /** The address used as cache key. */
  url: string;
}

/** What a request asks for, or null if the service worker does not handle it. */
export function resourceOf(keeper: Keeper, request: Pick<Request, "method" | "mode" | "url">): Resource | null {
  const { scope, page } = keeper.generation;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return null;
  const { origin, pathname, searchParams } = new URL(request.url);
  const plain = origin + pathname;
  const path = plain.slice(scope.length);
  if (/^runtime\/[^/]+\/[^/]+$/.test(path)) return { kind: "runtime", url: plain };
  if (path === "runtime/manifest.json") {
    const runtime = searchParams.get("v");
    // Without the parameter the request asks which runtime the server has.
    return runtime === null ? null : { kind: "lasting", url: runtimeListUrl(scope, runtime) };
  }
  if (/^assets\/[^/]+$/.test(path)) return { kind: "lasting", url: plain };
  if (path === "" && request.mode === "navigate") return { kind: "page", url: `${scope}index.html` };
  return page.has(plain) ? { kind: "page", url: plain } : null;
}

/** Answers a request of the site. Cached files that cannot be read count as missing. */
export async function answer({ kind, url }: Resource, request: Request, parts: AnswerParts): Promise<Response> {
  const { keeper } = parts;
  // Sent by a page that found the previous response to be corrupt; browsers also request a page's icons this way.
  const again = request.cache === "reload" || request.cache === "no-store";
  switch (kind) {
    case "runtime":
    case "lasting": {
      const kept = () => tried(() => (kind === "runtime" ? keeper.findRuntime(url) : keeper.find(url)));
      if (again) return fromNetworkOr(kept, url, request, parts);
      return (await fromBrowser(url, parts)) ?? (await kept()) ?? fromNetwork(url, request, parts);
    }
    case "page": {
      const kept = (await tried(() => keeper.leads())) === true ? await tried(() => keeper.findWhole(url)) : undefined;
      return kept ?? networkFirst(url, request, parts);
    }
  }
}

/**
 * A wasm file from the browser's HTTP cache, if it is there: the browser keeps the code compiled at an earlier visit with
 * it, which our own copy does not have. Its address identifies its contents, and the page verifies them.
 */
async function fromBrowser(url: string, { fetchCached }: AnswerParts): Promise<Response | undefined> {
  if (!url.endsWith(".wasm")) return undefined;
  const response = await tried(() => fetchCached(url));
  const good = response?.status === 200 && response.headers.get("content-type") === "application/wasm";
  return good ? response : undefined;
}

/** The network's response; without a network the cached file, which was verified and so cannot be the corrupt one. */
async function fromNetworkOr(
  kept: () => Promise<Response | undefined>,
  url: string,
  request: Request,
  parts: AnswerParts,
): Promise<Response> {
  try {
    return await fromNetwork(url, request, parts);
  } catch (error) {
    const found = await kept();
    if (found === undefined) throw error;
    return found;
  }
}

/** The network's response, streamed through at once while a copy is cached. */
async function fromNetwork(url: string, request: Request, { keeper, fetch, waitUntil }: AnswerParts): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 200) waitUntil(keeper.keep(url, response.clone()));
  return response;
}

/** The network's page; if it is slow, fails or has an error, the newest complete one in the cache. */
async function networkFirst(url: string, request: Request, { keeper, fetch }: AnswerParts): Promise<Response> {
  const kept = () => tried(() => keeper.findWhole(url));
  const asked = fetch(request);
  try {
    const response = (await early(asked, NETWORK_MS)) ?? (await kept()) ?? (await asked);
    return response.status >= 400 ? ((await kept()) ?? response) : response;
  } catch (error) {
    const found = await kept();
    if (found === undefined) throw error;
    return found;
  }
}

/** The value of a promise if it resolves within this time, else undefined. */
async function early<T>(coming: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `look`, or undefined if it fails. */
async function tried<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch {
    return undefined;
  }
}
