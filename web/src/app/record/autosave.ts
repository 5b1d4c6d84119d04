/**
 * The game that goes on where it was left.
 *
 * One tab at a time writes it. A saved game that cannot be opened is set aside after three tries: kept for its owner, not
 * opened by itself again. A game whose saved form is not known is never written over: it makes room instead.
 */
import { freshMark, MOST_ATTEMPTS, StoreError, within, type KeptGame, type Known, type Store } from "../../store";
import { importValue, ImportProblem, type GameRecord } from "./record";

export type Restored =
  | { kind: "none" }
  | { kind: "game"; record: GameRecord; loaded: () => void; failed: () => Promise<Restored>; withdrawn: () => void }
  /** The browser's database has not answered yet; it is worth asking again when `answered` resolves. */
  | { kind: "unknown"; answered: Promise<unknown> }
  | { kind: "aside"; sentence: string };

const SETTLE_MS = 2500;

export const ASIDE_SENTENCE = "Your saved game could not be opened, so it was set aside. See “Other saved games”.";
const STILL_SENTENCE = "Your saved game could not be opened. It is still kept, and makes room for whatever you play next.";

export class Autosave {
  readonly table: string;
  readonly store: Store;
  /** Called when another tab has written the game: what was to be saved here is kept beside it. */
  onConflict: () => void = () => undefined;
  /** What is known of the game that lies in the store. */
  #known: Known = null;
  #writer = freshMark();
  #pending: GameRecord | null = null;
  #writing: Promise<void> | null = null;
  /** How often the saved game could not be opened at this visit. */
  #failures = 0;

  /** @param table one saved game lies on each, such as "azul:play" */
  constructor(table: string, store: Store) {
    this.table = table;
    this.store = store;
    globalThis.addEventListener?.("pagehide", () => void this.#writePending());
  }

  /** Saves in the background; of several calls in a row the last one counts. */
  save(record: GameRecord): void {
    this.#pending = record;
    if (this.#writing !== null) return;
    this.#writing = this.#write();
    this.store.track(this.#writing);
  }

  /** Another game begins on this table: the one that was saved is kept beside it. */
  async makeRoom(): Promise<void> {
    await this.settled();
    this.#known = null;
    this.#writer = freshMark();
  }

  /** Resolves when what was given to `save` is kept, or could not be, or is not so far after a while. */
  async settled(): Promise<void> {
    await within(Promise.resolve(this.#writing), SETTLE_MS).catch(() => undefined);
  }

  async #write(): Promise<void> {
    while (this.#pending !== null) {
      // Writing a long game takes a few milliseconds: not those in which a move is shown.
      await new Promise((resolve) => setTimeout(resolve, 0));
      await this.#writePending();
    }
    this.#writing = null;
  }

  async #writePending(): Promise<void> {
    if (this.#pending === null) return;
    const text = JSON.stringify(this.#pending);
    this.#pending = null;
    try {
      const written = await this.store.games.write(this.table, { text, known: this.#known, writer: this.#writer });
      if (written.kind === "written") this.#wrote(written.revision);
      else await this.#conflict(text);
    } catch {
      // No database here (private window, full disk): the game goes on unsaved, and the page says so.
    }
  }

  #wrote(revision: number): void {
    this.#known = revision;
    this.store.tabs.send({ type: "saved", table: this.table, revision });
  }

  async #conflict(text: string): Promise<void> {
    const there = await this.store.games.read(this.table);
    if (there === undefined || !isBeginningOf(text, there.text)) await this.store.games.keepBeside(this.table, text);
    this.onConflict();
  }

  /** The saved game; exactly one of what comes with it is to be called when it is on the screen, or cannot be. */
  async restore(): Promise<Restored> {
    try {
      return await this.#restored(await this.store.games.read(this.table));
    } catch (error) {
      this.#known = null;
      // Where there is no database there is no game either; the page says that nothing is kept.
      if (!(error instanceof StoreError) || error.health !== "silent") return { kind: "none" };
      return { kind: "unknown", answered: this.store.games.readAtLast(this.table) };
    }
  }

  /** The game as another tab has written it last; null where it cannot be had. */
  async look(): Promise<GameRecord | null> {
    try {
      const kept = await this.store.games.read(this.table);
      return kept === undefined ? null : recordOf(kept);
    } catch {
      return null;
    }
  }

  async #restored(kept: KeptGame | undefined): Promise<Restored> {
    if (kept === undefined) {
      this.#known = 0;
      return { kind: "none" };
    }
    // Until it is on the screen it is not to be written over.
    this.#known = null;
    const { attempts } = this.store;
    if (attempts.deaths(this.table) >= MOST_ATTEMPTS) return this.#setAside(kept);
    attempts.begin(this.table);
    try {
      return {
        kind: "game",
        record: recordOf(kept),
        loaded: () => {
          this.#known = kept.revision;
          attempts.end(this.table);
        },
        failed: () => this.#failed(kept),
        withdrawn: () => attempts.withdraw(this.table),
      };
    } catch {
      return this.#failed(kept);
    }
  }

  /** Once more, unless it was tried often enough. */
  async #failed(kept: KeptGame): Promise<Restored> {
    this.store.attempts.withdraw(this.table);
    this.#failures += 1;
    return this.#failures < MOST_ATTEMPTS ? this.restore() : this.#setAside(kept);
  }

  async #setAside(kept: KeptGame): Promise<Restored> {
    this.#failures = 0;
    this.store.attempts.end(this.table);
    try {
      await within(this.store.games.setAside(this.table, kept.revision), SETTLE_MS);
      this.#known = 0;
      return { kind: "aside", sentence: ASIDE_SENTENCE };
    } catch {
      return { kind: "aside", sentence: STILL_SENTENCE };
    }
  }
}

/** @throws ImportProblem or SyntaxError when it is no game */
export function recordOf({ text }: Pick<KeptGame, "text">): GameRecord {
  const imported = importValue(JSON.parse(text));
  if (imported.kind !== "game") throw new ImportProblem("not a game");
  return imported.record;
}

/** Whether a game, as text, is as far as it goes the one in another text. */
function isBeginningOf(text: string, other: string): boolean {
  try {
    const [a, b] = [text, other].map((each) => JSON.parse(each) as GameRecord) as [GameRecord, GameRecord];
    const same = (x: unknown, y: unknown): boolean => JSON.stringify(x) === JSON.stringify(y);
    return same(a.initial_state, b.initial_state) && a.actions.every((action, at) => same(action, b.actions[at]));
  } catch {
    return false;
  }
}
