/** What is kept of a replay in the browser: its bytes, the place one was at, and what the person says they chose. */
import type { ScreenAttempts, ScreenShelf } from "../../screen-types";
import type { Bytes } from "./reading";

const REPLAY = "swccg:replay";
/** A replay that the page did not survive several times: kept, and opened only when it is asked for. */
const ASIDE = "swccg:replay:aside";
const NOTES = "swccg:notes";
/** The page may have died for other reasons. */
const MOST_DEATHS = 3;

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
  readonly #attempts: ScreenAttempts;
  /** Whether it is known what was kept. */
  #known = false;

  constructor(shelf: ScreenShelf, attempts: ScreenAttempts) {
    this.#shelf = shelf;
    this.#attempts = attempts;
  }

  /** The replay of the last visit, to be marked before it is opened; null when there is none, or it was set aside. */
  async read(): Promise<Kept | null> {
    const kept = await this.#shelf.get(REPLAY).then(
      (found) => {
        this.#known = true;
        return found;
      },
      () => undefined,
    );
    if (!isKept(kept)) return null;
    if (this.#attempts.deaths(REPLAY) < MOST_DEATHS) return kept;
    await this.#shelf.rename(REPLAY, ASIDE).catch(() => undefined);
    this.#attempts.end(REPLAY);
    return null;
  }

  /** The replay that was set aside, or null. */
  async aside(): Promise<Kept | null> {
    const kept = await this.#get(ASIDE);
    return isKept(kept) ? kept : null;
  }

  /** The replay that was set aside is the one of this visit again. */
  async bringBack(): Promise<void> {
    await this.#shelf.rename(ASIDE, REPLAY).catch(() => undefined);
  }

  async keep(name: string, bytes: Bytes): Promise<void> {
    // What may lie there makes room.
    if (!this.#known) await this.#shelf.rename(REPLAY, ASIDE).catch(() => undefined);
    this.#known = true;
    await this.#set(REPLAY, { name, bytes } satisfies Kept);
  }

  async clear(): Promise<void> {
    for (const key of [REPLAY, NOTES]) await this.#shelf.del(key).catch(() => undefined);
  }

  mark(): void {
    this.#attempts.begin(REPLAY);
  }

  unmark(): void {
    this.#attempts.end(REPLAY);
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
