/** Small builds of a site, for tests of the service worker. */
import { hexSha256 } from "../checked";
import { generationOf, type Generation, type ListedFile } from "../generation";
import { Keeper, type KeeperParts } from "../keeper";
import { FakeCaches, FakeNetwork } from "./fake-caches";

export const SCOPE = "https://example.test/site/";
export const RUNTIME = "hindsight-runtime";
const TABLE = "the table";

async function listed(contents: Record<string, string>): Promise<ListedFile[]> {
  const files = Object.entries(contents).map(async ([url, text]) => {
    const bytes = new TextEncoder().encode(text);
    return { url, sha256: await hexSha256(bytes), bytes: bytes.length };
  });
  return Promise.all(files);
}

export interface Build {
  generation: Generation;
  /** The contents at each of its addresses. */
  contents: ReadonlyMap<string, string>;
}

/** A build with a name that appears in every file except the runtime's large file and tables. */
export async function build(name: string): Promise<Build> {
  const page = {
    "index.html": `the page of ${name}`,
    "theme.js": `the theme of ${name}`,
    [`assets/main-${name}.js`]: `the script of ${name}`,
    "runtime/manifest.json": `the list of ${name}`,
  };
  const runtime = { "engine.whl": `the engine of ${name}`, "python.wasm": "the same for all" };
  const tables = { "dice.bin": TABLE, "other.bin": "never used" };
  const path = `1-${name}`;
  const parts = { path, files: await listed(runtime), tables: await listed(tables) };
  const generation = generationOf(SCOPE, await listed(page), parts, RUNTIME);
  const at = (url: string) => SCOPE + (url === "runtime/manifest.json" ? `${url}?v=${path}` : url);
  const contents = new Map([
    ...Object.entries(page).map(([url, text]) => [at(url), text] as const),
    ...Object.entries({ ...runtime, ...tables }).map(([url, text]) => [`${SCOPE}runtime/${path}/${url}`, text] as const),
  ]);
  return { generation, contents };
}

/** A browser with its caches, and a server. */
export class World {
  readonly caches = new FakeCaches();
  readonly network = new FakeNetwork();
  readonly notes: string[] = [];
  /** The quota that the browser reports; null for the true one. */
  saidQuota: number | null = null;

  /** Puts a build on the server in place of the previous one. */
  deploy({ contents }: Build): void {
    this.network.answers.clear();
    for (const [url, text] of contents) this.network.serve(url, text);
    this.network.serve(SCOPE, contents.get(`${SCOPE}index.html`)!);
  }

  /** The keeper of a build's service worker. */
  keeper({ generation }: Build, more: Partial<KeeperParts> = {}): Keeper {
    return new Keeper({
      caches: this.caches as unknown as CacheStorage,
      fetch: this.network.fetch,
      estimate: () => Promise.resolve({ quota: this.saidQuota ?? this.caches.quota, usage: this.caches.usage }),
      generation,
      runtimeCache: RUNTIME,
      note: (what) => this.notes.push(what),
      ...more,
    });
  }

  /** The contents cached at an address, in any cache. */
  async kept(url: string): Promise<string[]> {
    const found = await Promise.all([...this.caches.held.keys()].map((cacheName) => this.caches.match(url, { cacheName })));
    return Promise.all(found.filter((each) => each !== undefined).map((each) => each.text()));
  }
}
