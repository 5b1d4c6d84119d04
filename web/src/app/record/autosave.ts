/**
 * Automatic saving and restoring of the game on a table.
 *
 * One tab at a time writes it. A saved game that cannot be opened is set aside after three attempts: it is kept, but not
 * opened automatically again. A saved game of unknown revision is never overwritten; it is moved aside instead.
 */
import {
  freshMark,
  MOST_ATTEMPTS,
  StoreError,
  within,
  type About,
  type Amendment,
  type KeptGame,
  type Known,
  type Store,
} from "../../store";
import { SAVED } from "../words/saved-games";
import { withFindings } from "./findings";
import { importValue, ImportProblem, type GameRecord } from "./record";

export type Restored =
  | { kind: "none" }
  | { kind: "game"; record: GameRecord; loaded: () => void; failed: () => Promise<Restored>; withdrawn: () => void }
  /** The browser's database has not answered yet; try again when `answered` resolves. */
  | { kind: "unknown"; answered: Promise<unknown> }
  | { kind: "aside"; sentence: string };

const SETTLE_MS = 2500;

/** The summary of a game with these evaluations. */
type Summarize = (evaluations: GameRecord["evaluations"]) => About | null;

interface Pending {
  record: GameRecord;
  about: About | null;
  summarize: Summarize;
}

export class Autosave {
  readonly table: string;
  readonly store: Store;
  /** Called when another tab has written the game; this tab's version is kept separately. */
  onConflict: () => void = () => undefined;
  /** Called when the game was deleted in the library, or brought back, on this page or in another tab. */
  onRemoved: (back: boolean, elsewhere: boolean) => void = () => undefined;
  /** Called when the game was played on after it had been deleted in another tab; it is saved again. */
  onRevived: () => void = () => undefined;
  /** The revision of the game in the store, as far as it is known. */
  #known: Known = null;
  #writer = freshMark();
  #pending: Pending | null = null;
  #writing: Promise<void> | null = null;
  /** How often the table's game was deleted. */
  #deletions = 0;
  /** How often the saved game could not be opened during this visit. */
  #failures = 0;

  /** @param table the key of the table, such as "azul:play"; each has one saved game */
  constructor(table: string, store: Store) {
    this.table = table;
    this.store = store;
    store.games.removed.subscribe((removed) => removed?.key === table && this.#removed(removed.back, false));
    store.tabs.subscribe((message) => message.type === "removed" && message.key === table && this.#removed(message.back, true));
    globalThis.addEventListener?.("pagehide", () => void this.#writePending());
  }

  /**
   * Saves in the background; of several calls in a row only the last is written.
   *
   * @param summarize its summary with what else was found out about it, where another tab has added that
   */
  save(record: GameRecord, about: About | null = null, summarize: Summarize = () => about): void {
    this.#pending = { record, about, summarize };
    if (about?.over === true) void this.store.persistence.askOnce();
    if (this.#writing !== null) return;
    this.#writing = this.#write();
    this.store.track(this.#writing);
  }

  /** Frees this table for another game; the saved one is kept separately. */
  async makeRoom(): Promise<void> {
    await this.settled();
    void this.store.persistence.askOnce();
    this.#known = null;
    this.#writer = freshMark();
  }

  /** Resolves when the last `save` is written, has failed, or has timed out. */
  async settled(): Promise<void> {
    await within(Promise.resolve(this.#writing), SETTLE_MS).catch(() => undefined);
  }

  async #write(): Promise<void> {
    while (this.#pending !== null) {
      // Writing a long game takes a few milliseconds, so it waits until the move is shown.
      await new Promise((resolve) => setTimeout(resolve, 0));
      await this.#writePending();
    }
    this.#writing = null;
  }

  async #writePending(): Promise<void> {
    if (this.#pending === null) return;
    const { record, about, summarize } = this.#pending;
    const text = JSON.stringify(record);
    this.#pending = null;
    const merge = (there: string): Amendment | null => merged(record, there, summarize);
    const deletions = this.#deletions;
    try {
      const written = await this.store.games.write(this.table, { text, about, known: this.#known, writer: this.#writer, merge });
      if (written.kind === "written") this.#wrote(written.revision);
      else await this.#conflict(text, about, () => deletions !== this.#deletions);
    } catch {
      // No database (private window, full disk): the game continues unsaved, and the page says so.
    }
  }

  #wrote(revision: number): void {
    this.#known = revision;
    this.store.tabs.send({ type: "saved", table: this.table, revision });
  }

  #removed(back: boolean, elsewhere: boolean): void {
    if (!back) this.#deletions += 1;
    this.#pending = null;
    this.#known = null;
    this.onRemoved(back, elsewhere);
  }

  /** @param deleted whether the game was deleted meanwhile: what was still to be written of it does not bring it back */
  async #conflict(text: string, about: About | null, deleted: () => boolean): Promise<void> {
    const there = await this.store.games.read(this.table);
    if (deleted()) return;
    if (there === undefined && (await this.#revive(text, about))) return;
    if (there === undefined || !isBeginningOf(text, there.text)) await this.store.games.keepBeside(this.table, text, about);
    this.onConflict();
  }

  /** Writes a game again that was deleted in another tab; false if there is one by now. */
  async #revive(text: string, about: About | null): Promise<boolean> {
    const written = await this.store.games.write(this.table, { text, about, known: 0, writer: this.#writer });
    if (written.kind === "conflict") return false;
    this.#wrote(written.revision);
    this.onRevived();
    return true;
  }

  /** The saved game. Exactly one of its callbacks must be called: once it is on screen, or cannot be. */
  async restore(): Promise<Restored> {
    try {
      return await this.#restored(await this.store.games.read(this.table));
    } catch (error) {
      this.#known = null;
      // Without a database there is no game either; the page says that nothing is saved.
      if (!(error instanceof StoreError) || error.health !== "silent") return { kind: "none" };
      return { kind: "unknown", answered: this.store.games.readAtLast(this.table) };
    }
  }

  /** The game as another tab wrote it last; null where it cannot be read. */
  async look(): Promise<GameRecord | null> {
    try {
      const kept = await this.store.games.read(this.table);
      return kept === undefined ? null : recordOf(kept);
    } catch {
      return null;
    }
  }

  /**
   * The record of the game on the table, once it is written.
   *
   * @throws ImportProblem if there is none
   */
  async latest(): Promise<GameRecord> {
    await this.settled();
    const record = await this.look();
    if (record === null) throw new ImportProblem(SAVED.none);
    return record;
  }

  /**
   * The record of a saved game.
   *
   * @throws ImportProblem if it is gone
   */
  async recordAt(key: string): Promise<GameRecord> {
    await this.settled();
    const game = await this.store.games.read(key);
    if (game === undefined) throw new ImportProblem(SAVED.gone);
    return recordOf(game);
  }

  async #restored(kept: KeptGame | undefined): Promise<Restored> {
    if (kept === undefined) {
      this.#known = 0;
      return { kind: "none" };
    }
    // Until it is on the screen it must not be overwritten.
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

  /** Retries, up to the limit of attempts. */
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
      return { kind: "aside", sentence: SAVED.setAside };
    } catch {
      return { kind: "aside", sentence: SAVED.unreadable };
    }
  }
}

/**
 * The record of a saved game.
 *
 * @throws ImportProblem or SyntaxError when it is not a game
 */
export function recordOf({ text }: Pick<KeptGame, "text">): GameRecord {
  const imported = importValue(JSON.parse(text));
  if (imported.kind !== "game") throw new ImportProblem("not a game");
  return imported.record;
}

/** A game with what was found out about it besides, in the text of an earlier version of it; null if it has nothing of it. */
function merged(record: GameRecord, there: string, summarize: Summarize): Amendment | null {
  try {
    const whole = withFindings(record, JSON.parse(there) as GameRecord);
    return whole === null ? null : { text: JSON.stringify(whole), about: summarize(whole.evaluations) };
  } catch {
    return null;
  }
}

/** Whether the game in `text` is the beginning of the game in `other`. */
export function isBeginningOf(text: string, other: string): boolean {
  try {
    const [a, b] = [text, other].map((each) => JSON.parse(each) as GameRecord) as [GameRecord, GameRecord];
    return same(a.initial_state, b.initial_state) && a.actions.every((action, at) => same(action, b.actions[at])) && sameChance(a, b);
  } catch {
    return false;
  }
}

/** Whether chance gave the same in two games as far as the first goes, where no seed says it. */
function sameChance(a: GameRecord, b: GameRecord): boolean {
  if (a.notation !== undefined && b.notation?.startsWith(a.notation.trimEnd()) !== true) return false;
  if (a.positions?.every((state, at) => same(state, b.positions?.[at])) === false) return false;
  return same(a.entering ?? null, b.entering ?? null);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
