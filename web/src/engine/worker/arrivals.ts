/** Promises of files that are being downloaded, resolved once a file has arrived and is checked. */
import type { Files } from "../loading/download";
import type { Bytes } from "../loading/file";

interface Expected {
  file: Promise<Bytes>;
  arrive: (bytes: Bytes) => void;
}

export class Arrivals {
  readonly #expected = new Map<string, Expected>();

  /**
   * @param urls the absolute URLs of all expected files
   * @param here the files that have already arrived
   */
  constructor(urls: Iterable<string>, here: Files) {
    for (const url of urls) {
      let arrive: Expected["arrive"] = () => undefined;
      const file = new Promise<Bytes>((resolve) => (arrive = resolve));
      this.#expected.set(url, { file, arrive });
    }
    for (const [url, bytes] of here) this.arrive(url, bytes);
  }

  arrive(url: string, bytes: Bytes): void {
    this.#expected.get(url)?.arrive(bytes);
  }

  /** The promise of a file, or undefined for an unexpected URL. Never resolves if the file does not arrive. */
  of(url: string): Promise<Bytes> | undefined {
    return this.#expected.get(url)?.file;
  }
}
