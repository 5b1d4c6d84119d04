/**
 * The saved game of a table: restored, watched while another tab plays it, taken over, set aside, and exchanged for
 * another saved one.
 */
import { isEngineGone } from "../../core/errors";
import { MOST_ATTEMPTS, within, type Hold, type Summary } from "../../store";
import { recordOf, type Autosave, type Restored } from "../record/autosave";
import type { GameRecord } from "../record/record";
import { describeGame } from "../record/describe";
import { SAVED } from "../words/saved-games";

const OPEN_MS = 4000;

/** Callbacks into the game. */
export interface SavedGameParts {
  /** Puts a record on the table if `wanted` still holds once it is replayed; rejects when it cannot be replayed. */
  show(record: GameRecord, wanted: () => boolean): Promise<void>;
  /** Whether there is a game on the table. */
  begun(): boolean;
  /** Adds to the game on the table what a saved version of it knows besides. */
  learn(record: GameRecord): void;
  /** Stops all work: the game belongs to another tab. */
  stop(): void;
  /** Takes the game off the table: it was deleted. */
  clear(): void;
  /** Continues the game: it belongs to this tab, and was restored if there was a saved one. */
  resume(): void;
  /** Resolves when the engine is ready. */
  engineReady(): Promise<void>;
}

export class SavedGame {
  /** True until it is known what is on the table. */
  restoring = $state(false);
  /** A sentence about the saved game, or null. */
  notice = $state<string | null>(null);
  /** True while another tab has the game, which can only be watched here. */
  watching = $state(false);
  /** True while the game is not being saved. */
  unsaved = $state(false);
  /** Unfinished saved games other than the one on the table, the latest first. */
  others = $state.raw<readonly Summary[]>([]);
  readonly #autosave: Autosave;
  readonly #parts: SavedGameParts;
  #hold: Hold | null = null;
  /** Incremented whenever another game is to be put on the table, so that late results are ignored. */
  #turn = 0;
  #looking: Promise<void> | null = null;
  #lookAgain = false;

  constructor(autosave: Autosave, parts: SavedGameParts) {
    this.#autosave = autosave;
    this.#parts = parts;
    autosave.store.health.subscribe((health) => (this.unsaved = health !== "kept"));
    autosave.onConflict = () => {
      this.notice = SAVED.continuedElsewhere;
      void this.restore();
    };
    autosave.onRevived = () => (this.notice = SAVED.revived);
    autosave.onRemoved = (back, elsewhere) => {
      if (this.watching) return;
      this.begin();
      if (elsewhere) this.notice = back ? null : SAVED.deletedElsewhere;
      if (back) void this.restore();
      else this.#parts.clear();
    };
  }

  /** Requests the game: it is restored when no other tab has it, and watched otherwise. */
  open(): void {
    const { store, table } = this.#autosave;
    this.restoring = true;
    this.#hold = store.hold(table, {
      onMine: () => {
        this.watching = false;
        void this.restore();
      },
      onElsewhere: () => {
        this.watching = true;
        this.#parts.stop();
        void this.#look();
      },
      settle: () => this.#autosave.settled(),
    });
    store.tabs.subscribe((message) => {
      if (message.type === "saved" && message.table === table && this.watching) void this.#look();
      if (message.type === "amended" && message.key === table) void (this.watching ? this.#look() : this.#learn());
    });
  }

  /** Takes the game from the tab that has it. */
  async takeOver(): Promise<void> {
    await this.#hold?.take();
  }

  /** Another game begins, so that one being restored is no longer wanted. */
  begin(): void {
    this.#turn += 1;
    this.restoring = false;
  }

  /** Puts the saved game back on the table, if there is one. */
  async restore(): Promise<void> {
    const turn = (this.#turn += 1);
    this.restoring = true;
    const restored = await this.#opened(turn);
    if (turn !== this.#turn) return;
    if (restored.kind === "aside") this.notice = restored.sentence;
    if (restored.kind === "unknown") this.#awaitAnswer(restored.answered);
    else await this.list();
    this.restoring = false;
    if (!this.watching) this.#parts.resume();
  }

  /** Opens the saved game; one that cannot be opened is retried, and finally set aside. */
  async #opened(turn: number): Promise<Restored> {
    let restored = await this.#autosave.restore();
    let deaths = 0;
    while (restored.kind === "game") {
      try {
        await this.#parts.show(restored.record, () => turn === this.#turn);
        if (turn === this.#turn) restored.loaded();
        else restored.withdrawn();
        break;
      } catch (error) {
        // This game may be what kills the engine.
        if (isEngineGone(error)) deaths += 1;
        if (!isEngineGone(error) || deaths >= MOST_ATTEMPTS) {
          restored = await restored.failed();
          continue;
        }
        restored.withdrawn();
        await this.#parts.engineReady();
        restored = await this.#autosave.restore();
      }
    }
    return restored;
  }

  /** Lists the other unfinished games; the finished ones are in the library. */
  async list(): Promise<void> {
    const { store, table } = this.#autosave;
    const all = await store.games.summaries().catch(() => []);
    const others = all.filter((game) => game.table === table && game.key !== table);
    const described = await Promise.all(others.map((game) => this.#described(game)));
    this.others = described.filter(({ about }) => about?.over !== true);
  }

  /** The summary of a game, completed if a version without summaries saved it. */
  async #described(game: Summary): Promise<Summary> {
    if (game.about !== null) return game;
    const kept = await this.#autosave.store.games.read(game.key).catch(() => undefined);
    return { ...game, about: kept === undefined ? null : describeGame(kept.text) };
  }

  /** The text of a saved game, for a file; null if it cannot be read. */
  async textOf(key: string): Promise<string | null> {
    return (await this.#autosave.store.games.read(key).catch(() => undefined))?.text ?? null;
  }

  /**
   * Exchanges the game on the table for another saved one.
   *
   * @returns whether that was possible; if not, a notice says why
   */
  async swapIn(key: string): Promise<boolean> {
    const { store, table } = this.#autosave;
    this.notice = null;
    await this.#autosave.settled();
    if (!(await this.#canOpen(key))) {
      this.notice = SAVED.cannotOpen;
      return false;
    }
    // The game on the table would be lost.
    if (store.health.current !== "kept" && this.#parts.begun()) {
      this.notice = SAVED.tableNotSaved;
      return false;
    }
    try {
      await within(store.games.putOnTable(table, key), OPEN_MS);
    } catch {
      this.notice = SAVED.openRefused;
      return false;
    }
    this.#parts.stop();
    await this.restore();
    return true;
  }

  /** Whether a saved game can be replayed to its last position. */
  async #canOpen(key: string): Promise<boolean> {
    try {
      const kept = await this.#autosave.store.games.read(key);
      if (kept !== undefined) await this.#parts.show(recordOf(kept), () => false);
      return kept !== undefined;
    } catch {
      return false;
    }
  }

  /** Deletes one of the other saved games. */
  async forget(key: string): Promise<void> {
    await this.#autosave.store.games.forget(key).catch(() => undefined);
    await this.list();
  }

  #awaitAnswer(answered: Promise<unknown>): void {
    this.notice = SAVED.silent;
    const ask = async (): Promise<void> => {
      await answered;
      if (this.notice === SAVED.silent) this.notice = null;
      if (this.#parts.begun()) await this.list();
      else await this.restore();
    };
    // The storage may refuse in the end, which has a line of its own.
    ask().catch(() => {
      if (this.notice === SAVED.silent) this.notice = null;
    });
  }

  /** Takes over what another tab has found out about the game. */
  async #learn(): Promise<void> {
    const turn = this.#turn;
    const record = await this.#autosave.look();
    if (record !== null && turn === this.#turn && !this.restoring) this.#parts.learn(record);
  }

  /** Shows what the other tab wrote last; while one read is in progress, one more is enough. */
  #look(): Promise<void> {
    this.#lookAgain = true;
    this.#looking ??= this.#lookOn().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookOn(): Promise<void> {
    while (this.#lookAgain && this.watching) {
      this.#lookAgain = false;
      const record = await this.#autosave.look();
      if (record === null || !this.watching) continue;
      const turn = (this.#turn += 1);
      // The tab that has the game finds out whether it can be opened.
      await this.#parts.show(record, () => turn === this.#turn && this.watching).catch(() => undefined);
    }
    if (this.watching) this.restoring = false;
  }
}
