/**
 * Asks the browser not to delete this site's data when space is short. That is asked once there is something to lose, since
 * some browsers ask the person in turn.
 */
import { Signal } from "../core/signal";
import { readText, writeText, type KeyValues } from "./texts";

/** Whether the data is safe from being deleted by the browser; "unknown" until it was asked, "refused" until it is asked again. */
export type Persisted = "unknown" | "granted" | "refused" | "unsupported";

const KEY = "hindsight:persistence";
type Manager = Partial<Pick<StorageManager, "persist" | "persisted">>;

export class Persistence {
  readonly answer = new Signal<Persisted>("unknown");
  readonly #manager: Manager | undefined;
  readonly #storage: KeyValues | undefined;
  #asking: Promise<void> | null = null;

  /** @param manager the browser's; tests pass their own */
  constructor(manager = globalThis.navigator?.storage as Manager | undefined, storage?: KeyValues) {
    this.#manager = manager;
    this.#storage = storage;
    void this.#look();
  }

  /** Asks, unless the answer is known already. */
  async askOnce(): Promise<void> {
    await this.#look();
    if (this.answer.current === "unknown") await this.ask();
  }

  /** Asks, also after a refusal. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(): Promise<void> {
    if (this.#manager?.persist === undefined) return;
    try {
      const granted = await this.#manager.persist();
      this.answer.set(granted ? "granted" : "refused");
      writeText(KEY, granted ? null : "refused", this.#storage);
    } catch {
      this.answer.set("refused");
    }
  }

  /** Looks up the answer without asking. */
  async #look(): Promise<void> {
    if (this.#manager?.persist === undefined || this.#manager.persisted === undefined) {
      this.answer.set("unsupported");
      return;
    }
    const granted = await this.#manager.persisted().catch(() => false);
    if (granted) this.answer.set("granted");
    else if (this.answer.current === "unknown" && readText(KEY, this.#storage) === "refused") this.answer.set("refused");
  }
}
