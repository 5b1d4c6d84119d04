/** What the browser keeps of a replay: its bytes, the decision on screen, and what the person says they chose. */
import type { ScreenAttempts, ScreenShelf, ScreenTools } from "../../screen-types";
import type { Bytes } from "./reading";

const REPLAY = "swccg:replay";
/** A replay during whose opening the page died several times: kept, and opened only on request. */
const ASIDE = "swccg:replay:aside";
const NOTES = "swccg:notes";
/**
 * The mark of a closed replay until it is deleted, in local storage, which writes at once: a page that ends right after the
 * closing may end before the database has deleted anything.
 */
const CLOSED = "hindsight:swccg:closed";

export interface Notes {
  index: number;
  said: Record<number, string>;
}

export interface Kept {
  name: string;
  bytes: Bytes;
  /** Distinguishes it from a replay that another tab has put in its place. */
  mark?: string;
}

export class Keeper {
  readonly #shelf: ScreenShelf;
  readonly #attempts: ScreenAttempts;
  readonly #texts: ScreenTools["texts"];
  /** Whether the kept replay could be read, or was written here. */
  #known = false;
  /** The mark of the replay that was last kept or read here. */
  #mark: string | undefined;

  constructor({ shelf, attempts, texts }: Pick<ScreenTools, "shelf" | "attempts" | "texts">) {
    this.#shelf = shelf;
    this.#attempts = attempts;
    this.#texts = texts;
  }

  /** The replay of the last visit, or null if there is none, it was closed or it was set aside. Call `mark` before opening it. */
  async read(): Promise<Kept | null> {
    const kept = await this.#shelf.get(REPLAY).then(
      (found) => {
        this.#known = true;
        return found;
      },
      () => undefined,
    );
    if (!isKept(kept)) return null;
    this.#mark = kept.mark;
    if (this.#texts.read(CLOSED) === (kept.mark ?? "")) {
      await this.clear();
      return null;
    }
    if (this.#attempts.deaths(REPLAY) < this.#attempts.most) return kept;
    await this.#shelf.rename(REPLAY, ASIDE).catch(() => undefined);
    this.#attempts.end(REPLAY);
    return null;
  }

  /** The first replay that was set aside, or null. */
  async aside(): Promise<Kept | null> {
    const kept = await this.#get((await this.#asides())[0] ?? ASIDE);
    return isKept(kept) ? kept : null;
  }

  /** Makes that replay the current one again; the one in its place is set aside. */
  async bringBack(): Promise<void> {
    const [name] = await this.#asides();
    if (name === undefined) return;
    await this.#shelf.rename(REPLAY, ASIDE).catch(() => undefined);
    await this.#shelf.rename(name, REPLAY).catch(() => undefined);
    this.#mark = ((await this.#get(REPLAY)) as Kept | undefined)?.mark;
  }

  async #asides(): Promise<string[]> {
    return this.#shelf.names(ASIDE).catch(() => []);
  }

  async keep(name: string, bytes: Bytes): Promise<void> {
    // It is unknown what is kept there, so it is set aside rather than overwritten.
    if (!this.#known) await this.#shelf.rename(REPLAY, ASIDE).catch(() => undefined);
    this.#known = true;
    this.#mark = Math.random().toString(36).slice(2);
    await this.#set(REPLAY, { name, bytes, mark: this.#mark } satisfies Kept);
  }

  /** Deletes the replay, unless another tab has put one in its place. */
  async clear(): Promise<void> {
    this.#texts.write(CLOSED, this.#mark ?? "");
    const kept = await this.#get(REPLAY);
    if (isKept(kept) && kept.mark !== this.#mark) return;
    try {
      for (const key of [REPLAY, NOTES]) await this.#shelf.del(key);
      this.#texts.write(CLOSED, null);
    } catch {
      // The next visit deletes them.
    }
  }

  mark(): void {
    this.#attempts.begin(REPLAY);
  }

  unmark(): void {
    this.#attempts.end(REPLAY);
  }

  /** The notes on this replay; empty ones if none are kept. */
  async notes(replayId: string): Promise<Notes> {
    const found = (await this.#get(NOTES)) as { replayId?: unknown; notes?: Partial<Notes> } | undefined;
    const notes = found?.replayId === replayId ? found.notes : undefined;
    const index = typeof notes?.index === "number" ? notes.index : -1;
    const said = Object.entries(notes?.said ?? {}).filter(([, answer]) => typeof answer === "string");
    return { index, said: Object.fromEntries(said) };
  }

  async keepNotes(replayId: string, { index, said }: Notes): Promise<void> {
    await this.#set(NOTES, { replayId, notes: { index, said: { ...said } } });
  }

  /** Without a database nothing is kept, but nothing fails either. */
  async #set(key: string, value: unknown): Promise<void> {
    await this.#shelf.set(key, value).catch(() => undefined);
  }

  async #get(key: string): Promise<unknown> {
    return this.#shelf.get(key).catch(() => undefined);
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { name, bytes } = value as Partial<Kept>;
  return typeof name === "string" && ArrayBuffer.isView(bytes);
}
