/** Caches one generation completely, and older ones as long as something may need them. */
import { CHECKED, checkedCopy, fetchChecked } from "./checked";
import { fileAt, PAGE_CACHES, type Generation, type KeptFile } from "./generation";

export interface KeeperParts {
  caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The storage quota and usage; empty if the browser does not say. */
  estimate: () => Promise<StorageEstimate>;
  generation: Generation;
  /** The cache of all generations' runtime files. */
  runtimeCache: string;
  /** Logs what could not be cached. */
  note: (what: string, error: unknown) => void;
}

/** Cache entries beside a generation's files that describe its state. */
type Mark =
  /** Contains the address of its runtime; written first. */
  | "about"
  /** All its files are cached; written last. */
  | "whole"
  /** Its worker has been in control of the site. */
  | "served"
  /** The server has a newer page, which takes precedence. */
  | "behind";

interface Older {
  name: string;
  runtimeFolder: string;
  whole: boolean;
  served: boolean;
}

/** Bytes left free for saved games, which matter more than offline use. */
const RESERVED_FOR_GAMES = 1_000_000;
const OLD_PRECACHE = "workbox-precache-v2-";

export class Keeper {
  readonly generation: Generation;
  readonly #parts: KeeperParts;
  /** Files being cached, by address. */
  readonly #coming = new Map<string, Promise<unknown>>();
  #filling: Promise<"whole" | "full"> | null = null;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.generation = parts.generation;
  }

  /** Whether the page's files are served from the cache first: all are there, and no newer page is known. */
  async leads(): Promise<boolean> {
    return (await this.#hasMark(this.generation.cache, "whole")) && !(await this.#hasMark(this.generation.cache, "behind"));
  }

  /** Serves the network's page first from now on. */
  async fallBehind(): Promise<void> {
    await this.#mark("behind");
  }

  /** A cached file of this generation or an older one, or undefined. */
  async find(url: string): Promise<Response | undefined> {
    const own = await this.#match(this.generation.cache, url);
    if (own !== undefined) return own;
    for (const { name } of await this.#older()) {
      const found = await this.#match(name, url);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A file of the newest complete generation, for offline visits. */
  async findWhole(url: string): Promise<Response | undefined> {
    const { cache } = this.generation;
    const name = (await this.#hasMark(cache, "whole")) ? cache : newestWhole(await this.#older())?.name;
    return name === undefined ? undefined : this.#match(name, url);
  }

  /** A cached file of any generation's runtime folder. */
  findRuntime(url: string): Promise<Response | undefined> {
    return this.#match(this.#parts.runtimeCache, url);
  }

  /**
   * Caches a response if it is an unchanged file of this generation and there is enough storage.
   *
   * Never rejects, because the page gets the response in any case.
   */
  keep(url: string, response: Response): Promise<void> {
    const file = fileAt(this.generation, url);
    if (file === undefined) return Promise.resolve();
    const coming = this.#keep(file, response).catch((error: unknown) => this.#parts.note(`${url} is not cached`, error));
    this.#coming.set(url, coming);
    return coming.finally(() => this.#coming.delete(url));
  }

  async #keep(file: KeptFile, response: Response): Promise<void> {
    const copy = await checkedCopy(response, file.sha256);
    if (copy === null) return;
    if (!(await this.#fits(file.bytes))) throw new Error("storage is full");
    if (file.cache === this.generation.cache && !(await this.#mark("about", this.generation.runtimeFolder))) return;
    await this.#put(file, copy);
  }

  /** Caches a table that was used, for offline visits; never rejects. */
  async keepTable(url: string): Promise<void> {
    await this.#coming.get(url);
    const file = this.generation.tables.get(url);
    if (file === undefined || (await this.#isKept(file))) return;
    try {
      await this.keep(url, await this.#parts.fetch(url, {}));
    } catch (error) {
      this.#parts.note(`${url} is not cached`, error);
    }
  }

  /**
   * Fetches this generation's missing files, one at a time so that a page in use is not slowed down.
   *
   * @returns "whole" if all files are cached now, "full" if storage does not suffice
   * @throws if a file cannot be fetched; files cached before it stay
   */
  fill(): Promise<"whole" | "full"> {
    this.#filling ??= this.#fill().finally(() => (this.#filling = null));
    return this.#filling;
  }

  async #fill(): Promise<"whole" | "full"> {
    await Promise.all(this.#coming.values());
    const missing = await this.#missing();
    if (!(await this.#fits(missing.reduce((sum, { bytes }) => sum + bytes, 0)))) return "full";
    if (!(await this.#mark("about", this.generation.runtimeFolder))) return "full";
    for (const file of missing) {
      const copy = (await this.#elsewhere(file)) ?? (await fetchChecked(file.url, file.sha256, this.#parts.fetch));
      try {
        await this.#put(file, copy);
      } catch (error) {
        this.#parts.note(`${file.url} is not cached`, error);
        return "full";
      }
    }
    return (await this.#mark("whole")) ? "whole" : "full";
  }

  /** The files that are not cached or not verified, including tables that were used with another runtime. */
  async #missing(): Promise<KeptFile[]> {
    const { page, runtime, tables } = this.generation;
    const used = new Set((await this.#runtimeUrls()).map(nameOf));
    const wanted = [...page.values(), ...runtime.values(), ...[...tables.values()].filter(({ url }) => used.has(nameOf(url)))];
    const kept = await Promise.all(wanted.map((file) => this.#isKept(file)));
    return wanted.filter((_, index) => !kept[index]);
  }

  async #isKept({ cache, url, sha256 }: KeptFile): Promise<boolean> {
    const found = await this.#match(cache, url);
    return found !== undefined && found.headers.get(CHECKED) === sha256;
  }

  /** The same bytes cached for another generation, or null. */
  async #elsewhere(file: KeptFile): Promise<Response | null> {
    const found =
      file.cache === this.#parts.runtimeCache
        ? (await this.#runtimeUrls()).filter((url) => nameOf(url) === nameOf(file.url)).map((url) => this.findRuntime(url))
        : (await this.#older()).map(({ name }) => this.#match(name, file.url));
    for (const each of await Promise.all(found)) {
      const copy = each === undefined ? null : await checkedCopy(each, file.sha256);
      if (copy !== null) return copy;
    }
    return null;
  }

  /**
   * Deletes what is no longer needed. Call it only while no newer worker is installing or waiting.
   *
   * Until this generation is complete, the newest complete one stays for offline visits.
   *
   * @param pages for each open page the address of a file of its version; null if the page did not answer
   */
  async tidy(pages: readonly (string | null)[]): Promise<void> {
    const { caches, generation, runtimeCache } = this.#parts;
    const whole = await this.#hasMark(generation.cache, "whole");
    const firstTime = whole && !(await this.#hasMark(generation.cache, "served")) && (await this.#mark("served"));
    // A generation that never served is an abandoned update, or, after the first time, one that will be tried again.
    const older = (await this.#older()).filter(({ served }) => served || firstTime);
    const fallback = whole ? undefined : newestWhole(older);
    const unanswered = pages.includes(null);
    const keptFolders = new Set([generation.runtimeFolder]);
    for (const each of older) {
      const needed = await Promise.all(pages.map(async (page) => page !== null && (await this.#match(each.name, page)) !== undefined));
      if (each === fallback || needed.includes(true) || (unanswered && each === older.at(-1))) keptFolders.add(each.runtimeFolder);
      else await caches.delete(each.name);
    }
    // Generations that were left out above keep their runtime, too.
    for (const { runtimeFolder } of await this.#older()) keptFolders.add(runtimeFolder);
    if (!whole || unanswered) return;
    await caches.delete(OLD_PRECACHE + generation.scope);
    const runtime = await caches.open(runtimeCache);
    for (const url of await this.#runtimeUrls()) if (!keptFolders.has(url.slice(0, url.lastIndexOf("/") + 1))) await runtime.delete(url);
  }

  /** The addresses of this site's cached runtime files; another site with the same origin has its own. */
  async #runtimeUrls(): Promise<string[]> {
    const { caches, runtimeCache } = this.#parts;
    if (!(await caches.keys()).includes(runtimeCache)) return [];
    const cache = await caches.open(runtimeCache);
    const folder = `${this.generation.scope}runtime/`;
    return (await cache.keys()).map(({ url }) => url).filter((url) => url.startsWith(folder));
  }

  /** This site's other generations, oldest first. */
  async #older(): Promise<Older[]> {
    const names = await this.#parts.caches.keys();
    const others = names.filter((name) => name.startsWith(PAGE_CACHES) && name !== this.generation.cache);
    const all = others.map(async (name): Promise<Older | null> => {
      const about = await this.#match(name, this.#markUrl("about"));
      if (about === undefined) return null;
      const [whole, served] = await Promise.all([this.#hasMark(name, "whole"), this.#hasMark(name, "served")]);
      return { name, runtimeFolder: await about.text(), whole, served };
    });
    return (await Promise.all(all)).filter((each) => each !== null);
  }

  #markUrl(mark: Mark): string {
    return `${this.generation.scope}.generation/${mark}`;
  }

  async #hasMark(name: string, mark: Mark): Promise<boolean> {
    return (await this.#match(name, this.#markUrl(mark))) !== undefined;
  }

  /** Looks up a file without creating the cache, which would take storage. */
  #match(cacheName: string, url: string): Promise<Response | undefined> {
    return this.#parts.caches.match(url, { cacheName });
  }

  async #put({ cache, url }: Pick<KeptFile, "cache" | "url">, response: Response): Promise<void> {
    await (await this.#parts.caches.open(cache)).put(url, response);
  }

  async #mark(mark: Mark, text = ""): Promise<boolean> {
    try {
      await this.#put({ cache: this.generation.cache, url: this.#markUrl(mark) }, new Response(text));
      return true;
    } catch (error) {
      this.#parts.note(`the mark "${mark}" is not cached`, error);
      return false;
    }
  }

  async #fits(bytes: number): Promise<boolean> {
    // If the browser gives no estimate, a write that fails will show it.
    const { quota, usage } = await this.#parts.estimate().catch((): StorageEstimate => ({}));
    return quota === undefined || usage === undefined || usage + bytes + RESERVED_FOR_GAMES <= quota;
  }
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

function newestWhole(generations: readonly Older[]): Older | undefined {
  return generations.filter(({ whole }) => whole).at(-1);
}
