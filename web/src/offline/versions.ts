/** Updates of the site: detects a new version, and switches to it after every open page has saved its work. */
import { ask, type ToPage } from "./messages";
import { OWN_FILE, register } from "./register";

export interface VersionParts {
  /** Resolves when all pending writes are done. */
  settle: () => Promise<void>;
  /** Called when there is a newer version, possibly more than once. */
  onNew: () => void;
  /** Reloads the page; tests provide their own. */
  load?: () => void;
}

/** The messages between tabs before a switch: a request to save, and the answers. */
type SaveMessage = { type: "save"; tab: string } | { type: "saving" | "saved"; tab: string; by: string };

const CHANNEL = "hindsight-version";
const CHECK_EVERY_MS = 3_600_000;
const SAVE_MS = 1500;
/** How long to wait for other pages to announce that they are saving. */
const ANNOUNCE_MS = 200;
const WORKER_MS = 3000;

export class Versions {
  readonly #parts: VersionParts;
  readonly #container = "serviceWorker" in navigator ? navigator.serviceWorker : null;
  readonly #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;
  readonly #self = String(crypto.getRandomValues(new Uint32Array(2)));
  #registration: ServiceWorkerRegistration | null = null;

  constructor(parts: VersionParts) {
    this.#parts = parts;
    this.#channel?.addEventListener("message", ({ data }) => void this.#receive(data as SaveMessage));
    this.#container?.addEventListener("message", (event) => {
      if ((event.data as ToPage | null)?.type === "which") event.ports[0]?.postMessage(OWN_FILE);
    });
    // Another page has switched to a newer version, whose worker now controls all pages.
    this.#container?.addEventListener("controllerchange", () => void this.#compare(this.#container?.controller ?? null));
    // A part of the page could not be loaded: no connection, or the file is no longer on the server.
    addEventListener("vite:preloadError", () => void this.#checkOwnFile());
  }

  /** Registers the service worker, watches for updates, and checks for one every hour and whenever the page is shown. */
  async follow(): Promise<void> {
    const registration = await register();
    if (registration === null || this.#registration !== null) return;
    this.#registration = registration;
    registration.addEventListener("updatefound", () => this.#await(registration.installing));
    this.#await(registration.installing);
    void this.#compare(registration.waiting);
    const check = () => void registration.update().catch(() => undefined);
    setInterval(check, CHECK_EVERY_MS);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") check();
    });
  }

  /** Loads the newer version after every open page has saved. */
  async reload(): Promise<void> {
    await this.#saveEverywhere();
    const registration = await this.#container?.getRegistration();
    if (registration?.waiting) await this.#takeOver(registration.waiting);
    else if (registration?.active) await this.#passBy(registration.active);
    (this.#parts.load ?? (() => location.reload()))();
  }

  #await(installing: ServiceWorker | null): void {
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") void this.#compare(installing);
    });
  }

  /** Reports a new version if a worker does not have this page's version. */
  async #compare(worker: ServiceWorker | null): Promise<void> {
    if (worker === null) return;
    if ((await ask<boolean>(worker, { type: "has", url: OWN_FILE }, WORKER_MS)) === false) this.#parts.onNew();
  }

  /** Reports a new version if this page's script is no longer on the server. */
  async #checkOwnFile(): Promise<void> {
    try {
      const { ok, headers } = await fetch(OWN_FILE, { method: "HEAD", cache: "no-store" });
      // For a missing file some hosts answer with a page of theirs and status 200.
      const page = /^text\/html\b/i.test(headers.get("Content-Type") ?? "");
      if (!ok || page) this.#parts.onNew();
    } catch {
      // Without a network nothing is known about versions.
    }
  }

  async #takeOver(waiting: ServiceWorker): Promise<void> {
    const over = new Promise<void>((resolve) => {
      this.#container?.addEventListener("controllerchange", () => resolve(), { once: true });
      waiting.addEventListener("statechange", () => waiting.state === "activated" && resolve());
    });
    waiting.postMessage({ type: "takeOver" });
    await Promise.race([over, pause(WORKER_MS)]);
  }

  /** No worker waits: asks the active one not to serve this version first any more, if it is its own. */
  async #passBy(active: ServiceWorker): Promise<void> {
    const own = await ask<boolean>(active, { type: "has", url: OWN_FILE }, WORKER_MS);
    if (own === true) await ask(active, { type: "fallBehind" }, WORKER_MS);
  }

  async #saveEverywhere(): Promise<void> {
    const busy = new Set<string>();
    let changed: () => void = () => undefined;
    const receive = ({ data }: MessageEvent<SaveMessage>) => {
      if (data.type === "save" || data.tab !== this.#self) return;
      if (data.type === "saving") busy.add(data.by);
      else busy.delete(data.by);
      changed();
    };
    this.#channel?.addEventListener("message", receive);
    this.#send({ type: "save", tab: this.#self });
    const all = async () => {
      await Promise.all([this.#parts.settle(), pause(ANNOUNCE_MS)]);
      while (busy.size > 0) await new Promise<void>((resolve) => (changed = resolve));
    };
    await Promise.race([all(), pause(SAVE_MS)]);
    this.#channel?.removeEventListener("message", receive);
  }

  async #receive(message: SaveMessage): Promise<void> {
    if (message.type !== "save") return;
    this.#send({ type: "saving", tab: message.tab, by: this.#self });
    await this.#parts.settle().catch(() => undefined);
    this.#send({ type: "saved", tab: message.tab, by: this.#self });
  }

  #send(message: SaveMessage): void {
    this.#channel?.postMessage(message);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
