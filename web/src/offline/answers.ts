/** What the service worker answers with: what is kept, or what the network has. */
import { runtimeListUrl } from "./generation";
import type { Keeper } from "./keeper";

export interface AnswerParts {
  keeper: Keeper;
  /** Asks the network. */
  fetch: (request: Request) => Promise<Response>;
  /** What the browser's own cache has at an address, however old; fails where it has nothing. */
  fetchCached: (url: string) => Promise<Response>;
  /** Lets the worker live until this is done. */
  goOn: (work: Promise<unknown>) => void;
}

/** As long as the network may take to answer with a page where an older one is kept whole. */
const NETWORK_MS = 4000;

type Kind =
  /** Its address names its contents: any generation's will do. */
  | "lasting"
  /** Every generation has its own at this address. */
  | "page"
  | "runtime";

interface Asked {
  kind: Kind;
  /** The address under which it is kept. */
  url: string;
}

/** What a request is for; null when it is none of the service worker's business. */
export function askedFor(keeper: Keeper, request: Pick<Request, "method" | "mode" | "url">): Asked | null {
  const { scope, page } = keeper.generation;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return null;
  const { origin, pathname, searchParams } = new URL(request.url);
  const plain = origin + pathname;
  const path = plain.slice(scope.length);
  if (/^runtime\/[^/]+\/[^/]+$/.test(path)) return { kind: "runtime", url: plain };
  if (path === "runtime/manifest.json") {
    const runtime = searchParams.get("v");
    // Without it, the question is what the server has.
    return runtime === null ? null : { kind: "lasting", url: runtimeListUrl(scope, runtime) };
  }
  if (/^assets\/[^/]+$/.test(path)) return { kind: "lasting", url: plain };
  if (path === "" && request.mode === "navigate") return { kind: "page", url: `${scope}index.html` };
  return page.has(plain) ? { kind: "page", url: plain } : null;
}

/** Answers a request of the site's. What is kept and cannot be read is as good as not kept. */
export async function answer({ kind, url }: Asked, request: Request, parts: AnswerParts): Promise<Response> {
  const { keeper } = parts;
  // Whoever asks so has found that what came before was no good. Browsers ask so for icons of a page, too.
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
 * A wasm file as the browser itself has it, if it has: with it goes the code that was compiled of it at an earlier visit,
 * which is lost on what we keep. Its address names its contents, and the page checks them.
 */
async function fromBrowser(url: string, { fetchCached }: AnswerParts): Promise<Response | undefined> {
  if (!url.endsWith(".wasm")) return undefined;
  const response = await tried(() => fetchCached(url));
  const good = response?.status === 200 && response.headers.get("content-type") === "application/wasm";
  return good ? response : undefined;
}

/** What the network has; where there is none, what is kept: that was checked, so it was not what is no good. */
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

/** The response streams through at once; a copy of it is kept beside. */
async function fromNetwork(url: string, request: Request, { keeper, fetch, goOn }: AnswerParts): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 200) goOn(keeper.keep(url, response.clone()));
  return response;
}

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

/** What comes within this time; undefined where it takes longer, or is refused later. */
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

async function tried<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch {
    return undefined;
  }
}
