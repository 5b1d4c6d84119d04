/** A cache storage for tests, with a quota that the test sets. */

interface Kept {
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

type Answer = () => Response | Promise<Response>;

export class FakeCaches {
  readonly held = new Map<string, Map<string, Kept>>();
  quota = Infinity;

  get usage(): number {
    return [...this.held.values()].flatMap((cache) => [...cache.values()]).reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** The addresses in a cache. */
  urls(name: string): string[] {
    return [...(this.held.get(name)?.keys() ?? [])].sort();
  }

  keys = (): Promise<string[]> => Promise.resolve([...this.held.keys()]);
  delete = (name: string): Promise<boolean> => Promise.resolve(this.held.delete(name));

  match = async (url: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> => {
    const kept = this.held.get(cacheName)?.get(url);
    return kept === undefined ? undefined : new Response(kept.bytes, { headers: kept.headers });
  };

  open = (name: string): Promise<Cache> => {
    const entries = this.held.get(name) ?? new Map<string, Kept>();
    this.held.set(name, entries);
    const cache = {
      keys: () => Promise.resolve([...entries.keys()].map((url) => ({ url }))),
      delete: (url: string) => Promise.resolve(entries.delete(url)),
      put: async (url: string, response: Response) => {
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (this.usage + bytes.length > this.quota) throw new DOMException("full", "QuotaExceededError");
        entries.set(url, { headers: response.headers, bytes });
      },
    };
    return Promise.resolve(cache as unknown as Cache);
  };
}

/** A network with some files that records the requests. */
export class FakeNetwork {
  readonly asked: string[] = [];
  readonly answers = new Map<string, Answer>();
  up = true;

  serve(url: string, text: string): void {
    this.answers.set(url, () => new Response(text, { headers: { "Content-Type": "text/plain" } }));
  }

  fetch = async (to: string | Request): Promise<Response> => {
    const url = typeof to === "string" ? to : to.url;
    this.asked.push(url);
    if (!this.up) throw new TypeError("Failed to fetch");
    return (await this.answers.get(url)?.()) ?? new Response("Not found", { status: 404 });
  };
}
