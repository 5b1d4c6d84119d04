/** The library's copy of the game on the table of the review, if it was not played here; findings are saved with it. */
import type { Session } from "../../core/session";
import type { About, Source } from "../../store";
import type { TableEntry } from "../entry/entry.svelte";
import { recordOf } from "../record/autosave";
import { aboutCopy, SavedCopy, twinOf, type Copies } from "../record/copy";
import { evaluated } from "../record/findings";
import { ImportProblem, type Entering, type GameRecord } from "../record/record";
import type { GameContext } from "../session/context";
import { SAVED } from "../words/saved-games";

/** Findings come one after the other; they are saved together. */
const WAIT_MS = 1500;

/** What the record of the table does not hold. */
interface Notes {
  source: Source;
  begun: number | null;
  entering?: Entering | undefined;
  /** The number of moves for which `entering` holds. */
  moves: number;
}

/** The game on the table with all findings. */
export interface Whole {
  session: Session;
  record: GameRecord;
}

export class ReviewCopy {
  /** The key of the copy; null where there is none. */
  key = $state<string | null>(null);
  #copy: SavedCopy | null = null;
  #notes: Notes | null = null;
  #found: { record: GameRecord; copy: SavedCopy } | null = null;
  /** One game has one writer, on whatever screen it is. */
  readonly #writers = new Map<string, SavedCopy>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #context: GameContext;
  readonly #copies: Copies | null;
  readonly #whole: () => Whole | null;

  /** @param whole the game on the table, or null while it is not known */
  constructor(context: GameContext, copies: Copies | null, whole: () => Whole | null) {
    this.#context = context;
    this.#copies = copies;
    this.#whole = whole;
    globalThis.addEventListener?.("pagehide", () => this.flush());
  }

  /** Whether a key is that of such a copy. */
  has(key: string): boolean {
    return this.#copies !== null && key.startsWith(`${this.#copies.table}:`);
  }

  /** A copy for a game that is about to be entered; null where games are not saved. */
  fresh(): SavedCopy | null {
    return this.#copies === null ? null : this.#written(new SavedCopy(this.#copies));
  }

  /**
   * Reads a copy, which is no longer that of the table.
   *
   * @throws ImportProblem if there is none
   */
  async read(key: string): Promise<{ record: GameRecord; copy: SavedCopy }> {
    const copy = this.#writers.get(key);
    this.flush();
    await copy?.settled();
    const game = await this.#copies?.store.games.read(key);
    if (this.#copies === null || game === undefined) throw new ImportProblem(SAVED.gone);
    const record = recordOf(game);
    if (key === this.key) this.leave();
    copy?.hasSeen(game.revision);
    return { record, copy: copy ?? this.#written(new SavedCopy(this.#copies, game)) };
  }

  /** The record of a copy, which is about to be put on the table. */
  async find(key: string): Promise<GameRecord> {
    this.#found = await this.read(key);
    return this.#found.record;
  }

  /** A record was put on the table: findings are saved with its copy, if it has one. */
  opened(record: GameRecord): void {
    const found = this.#found;
    this.#found = null;
    if (found?.record !== record) return;
    const { source = "pasted", begun = null, entering, actions } = record;
    this.#begin(found.copy, { source, begun, entering, moves: actions.length });
  }

  /** A game that was being entered was put on the table. */
  takeOver({ copy, begun, entering }: TableEntry): void {
    const moves = this.#whole()?.record.actions.length ?? 0;
    if (copy !== null) this.#begin(copy, { source: "entered", begun, entering, moves });
    this.#save();
  }

  /** The key of the same game in the library; null if it is not there. */
  async twin(record: GameRecord): Promise<string | null> {
    return this.#copies === null || record.actions.length === 0 ? null : twinOf(this.#copies, record);
  }

  /** Saves the game on the table, which the library does not have; `source` says how it came here. */
  keep(source: Source): void {
    const moves = this.#whole()?.record.actions.length ?? 0;
    if (this.#copies === null || moves === 0) return;
    this.#begin(this.#written(new SavedCopy(this.#copies)), { source, begun: Date.now(), moves });
    this.#save();
  }

  /** The game on the table has changed. */
  follow(): void {
    if (this.#copy !== null) this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  /**
   * The table has learnt what the saved game knows: there is nothing to save. Its revision counts as unseen all the same: the other
   * tab may have made moves besides, which a later write from here must not replace.
   */
  hasLearnt(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** The game leaves the table. */
  leave(): void {
    this.flush();
    this.#copy = null;
    this.#notes = null;
    this.key = null;
  }

  /** What makes the copy that of the table again, once its game is back there. */
  held(): () => void {
    const copy = this.#copy;
    const notes = this.#notes;
    return () => {
      if (copy !== null && notes !== null) this.#begin(copy, notes);
    };
  }

  #written(copy: SavedCopy): SavedCopy {
    this.#writers.set(copy.key, copy);
    copy.onMoved = (from) => {
      if (this.#writers.get(from) === copy) this.#writers.delete(from);
      this.#writers.set(copy.key, copy);
      if (this.#copy === copy) this.key = copy.key;
    };
    return copy;
  }

  #begin(copy: SavedCopy, notes: Notes): void {
    this.#copy = copy;
    this.#notes = notes;
    this.key = copy.key;
  }

  /** Saves what was found out last, if anything was. */
  flush(): void {
    if (this.#timer !== null) this.#save();
  }

  #save(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const whole = this.#whole();
    if (this.#copy === null || this.#notes === null || whole === null) return;
    const { source, begun, entering, moves } = this.#notes;
    const { session, record } = whole;
    const kept = record.actions.length === moves ? entering : { ...entering, pending: undefined };
    const full = { ...record, source, ...(begun !== null && { begun }), ...(entering !== undefined && { entering: kept ?? {} }) };
    const about = (evaluations: GameRecord["evaluations"]): About =>
      aboutCopy(this.#context, evaluated(session, evaluations), { source, seats: record.seats, given: record.names ?? [], begun });
    this.#copy.save(full as GameRecord, about, false);
  }
}
