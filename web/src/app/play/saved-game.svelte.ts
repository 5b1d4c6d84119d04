/**
 * The game on a table as this browser keeps it: brought back, looked at while another tab plays it, taken over, set aside
 * and opened again.
 */
import { isEngineGone } from "../../core/errors";
import { MOST_ATTEMPTS, within, type Hold, type KeptGame } from "../../store";
import { recordOf, type Autosave, type Restored } from "../record/autosave";
import type { GameRecord } from "../record/record";

const OPEN_MS = 4000;
const SILENT = "This browser's storage does not answer. A saved game may turn up later; whatever you play now is kept beside it.";

/** What the game itself does. */
export interface SavedGameParts {
  /** Puts a record on the table, if it is still wanted when it is ready; rejects when that cannot be done. */
  show(record: GameRecord, wanted: () => boolean): Promise<void>;
  /** Whether there is a game on the table. */
  begun(): boolean;
  /** Ends whatever is under way: the game is another tab's. */
  stop(): void;
  /** The game is this tab's, and as it was kept, if it was. */
  goOn(): void;
  /** Resolves when the engine can be asked. */
  engineReady(): Promise<void>;
}

export class SavedGame {
  /** It is not known yet what is on the table. */
  restoring = $state(false);
  /** A sentence about the saved game, or null. */
  notice = $state<string | null>(null);
  /** Another tab has the game: here it can be looked at. */
  watching = $state(false);
  /** What is played is not being kept just now. */
  unsaved = $state(false);
  /** Kept games besides the one on the table. */
  others = $state.raw<readonly KeptGame[]>([]);
  readonly #autosave: Autosave;
  readonly #parts: SavedGameParts;
  #hold: Hold | null = null;
  /** Rises whenever something else is to be on the table: what comes later of an earlier one is not wanted. */
  #turn = 0;
  #looking: Promise<void> | null = null;
  #lookAgain = false;

  constructor(autosave: Autosave, parts: SavedGameParts) {
    this.#autosave = autosave;
    this.#parts = parts;
    autosave.store.health.subscribe((health) => (this.unsaved = health !== "kept"));
    autosave.onConflict = () => {
      this.notice =
        "This game went on in another tab. What you played here is kept, too: see “Other saved games” when you start a new game.";
      void this.restore();
    };
  }

  /** Asks for the game; it is brought back when no other tab has it, and looked at otherwise. */
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
    });
  }

  /** Takes the game from the tab that has it. */
  async takeOver(): Promise<void> {
    await this.#hold?.take();
  }

  /** Another game begins: whatever is on its way to the table is not wanted any more. */
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
    if (!this.watching) this.#parts.goOn();
  }

  /** Opens the saved game; one that cannot be opened is tried again, and set aside in the end. */
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
        // It may be this game that ends the engine.
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

  /** Looks for the other kept games. */
  async list(): Promise<void> {
    const { store, table } = this.#autosave;
    this.others = await store.games.others(table);
  }

  /**
   * Puts another kept game on the table; the one that lies there takes its place.
   *
   * @returns whether that was possible; a notice says why not
   */
  async swapIn(key: string): Promise<boolean> {
    const { store, table } = this.#autosave;
    this.notice = null;
    await this.#autosave.settled();
    if (!(await this.#canOpen(key))) {
      this.notice = "This saved game cannot be opened. You can download it.";
      return false;
    }
    // What is on the table would be lost.
    if (store.health.current !== "kept" && this.#parts.begun()) {
      this.notice = "The game on the table is not saved. Download it before you open another one.";
      return false;
    }
    try {
      await within(store.games.putOnTable(table, key), OPEN_MS);
    } catch {
      this.notice = "The game could not be opened: this browser's storage refused.";
      return false;
    }
    this.#parts.stop();
    await this.restore();
    return true;
  }

  /** Whether a kept game can be played again from its start to where it was left. */
  async #canOpen(key: string): Promise<boolean> {
    const kept = this.others.find((game) => game.key === key);
    try {
      if (kept !== undefined) await this.#parts.show(recordOf(kept), () => false);
      return kept !== undefined;
    } catch {
      return false;
    }
  }

  /** Forgets one of the other games. */
  async forget(key: string): Promise<void> {
    await this.#autosave.store.games.forget(key).catch(() => undefined);
    await this.list();
  }

  #awaitAnswer(answered: Promise<unknown>): void {
    this.notice = SILENT;
    const ask = async (): Promise<void> => {
      await answered;
      if (this.notice === SILENT) this.notice = null;
      if (this.#parts.begun()) await this.list();
      else await this.restore();
    };
    // It may refuse in the end, which is said in a line of its own.
    ask().catch(() => {
      if (this.notice === SILENT) this.notice = null;
    });
  }

  /** Shows what the other tab has written last; while one look is under way, one more is enough. */
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
      // Whether a game can be opened is for the tab to find out that has it.
      await this.#parts.show(record, () => turn === this.#turn && this.watching).catch(() => undefined);
    }
    if (this.watching) this.restoring = false;
  }
}
