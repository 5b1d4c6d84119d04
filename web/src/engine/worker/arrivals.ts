/** Files on their way: whoever needs one waits for it, and goes on as soon as it is here and checked. */
import type { Files } from "../loading/download";
import type { Bytes } from "../loading/file";

interface Awaited {
  file: Promise<Bytes>;
  arrive: (bytes: Bytes) => void;
}

export class Arrivals {
  readonly #expected = new Map<string, Awaited>();

  /** @param urls the absolute addresses of all that will come */
  constructor(urls: Iterable<string>, here: Files) {
    for (const url of urls) {
      let arrive: Awaited["arrive"] = () => undefined;
      const file = new Promise<Bytes>((resolve) => (arrive = resolve));
      this.#expected.set(url, { file, arrive });
    }
    for (const [url, bytes] of here) this.arrive(url, bytes);
  }

  arrive(url: string, bytes: Bytes): void {
    this.#expected.get(url)?.arrive(bytes);
  }

  /** The file, when it is here; undefined for what is none of ours. One that never comes is waited for for ever. */
  of(url: string): Promise<Bytes> | undefined {
    return this.#expected.get(url)?.file;
  }
}
