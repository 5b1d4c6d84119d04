/** What is kept of a replay in the browser: its bytes, the place one was at, and what the person says they chose. */
import type { ScreenShelf } from "../../screen-types";
import type { Bytes } from "./reading";

const REPLAY = "swccg:replay";
/** Stands while a kept replay is being opened: one that ends the page must not do so at every visit. */
const OPENING = "swccg:replay:opening";
const NOTES = "swccg:notes";

export interface Notes {
  index: number;
  said: Record<number, string>;
}

export interface Kept {
  name: string;
  bytes: Bytes;
}

export class Keeper {
  readonly #shelf: ScreenShelf;

  constructor(shelf: ScreenShelf) {
    this.#shelf = shelf;
  }

  /** The replay of the last visit; "aside" when the page ended while it was being opened: it is forgotten then. */
  async read(): Promise<Kept | "aside" | null> {
    const [kept, mark] = await Promise.all([this.#get(REPLAY), this.#get(OPENING)]);
    if (!isKept(kept)) return null;
    if (mark === undefined) return kept;
    await this.clear();
    return "aside";
  }

  async keep(name: string, bytes: Bytes): Promise<void> {
    await this.#set(REPLAY, { name, bytes } satisfies Kept);
  }

  async clear(): Promise<void> {
    for (const key of [REPLAY, OPENING, NOTES]) await this.#shelf.del(key).catch(() => undefined);
  }

  async mark(): Promise<void> {
    await this.#set(OPENING, true);
  }

  async unmark(): Promise<void> {
    await this.#shelf.del(OPENING).catch(() => undefined);
  }

  /** What was noted of this replay. */
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

  /** Without a database nothing is kept, and nothing else fails. */
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
