/**
 * The game on a table as this browser keeps it: brought back, looked at while another tab plays it, taken over, set aside
 * and opened again.
 */
import { isEngineGone } from "../../core/errors";
import type { Hold, KeptGame } from "../../store";
import type { Autosave } from "../record/autosave";
import type { GameRecord } from "../record/record";

const SILENT = "This browser's storage does not answer. A saved game may turn up later; whatever you play now is kept beside it.";

/** What the game itself does. */
export interface SavedGameParts {
  /** Puts a record on the table; rejects when that cannot be done. */
  show(record: GameRecord): Promise<void>;
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
  /** Kept games besides the one on the table. */
  others = $state.raw<readonly KeptGame[]>([]);
  readonly #autosave: Autosave;
  readonly #parts: SavedGameParts;
  #hold: Hold | null = null;
  /** A record is being put on the table: that is no change of the game. */
  #showing = 0;
  #looking: Promise<void> | null = null;
  #lookAgain = false;

  constructor(autosave: Autosave, parts: SavedGameParts) {
    this.#autosave = autosave;
    this.#parts = parts;
    autosave.onConflict = () => {
      this.notice = "This game went on in another tab. What you played here is kept beside it.";
      void this.restore();
    };
  }

  /** Whether what happens on the table is the person's doing, and to be saved. */
  get follows(): boolean {
    return !this.watching && this.#showing === 0;
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
    store.tabs.hear((message) => {
      if (message.type === "saved" && message.table === table && this.watching) void this.#look();
    });
  }

  /** Takes the game from the tab that has it. */
  async takeOver(): Promise<void> {
    await this.#hold?.take();
  }

  /** Puts the saved game back on the table, if there is one. */
  async restore(): Promise<void> {
    this.restoring = true;
    let restored = await this.#autosave.restore();
    while (restored.kind === "game") {
      try {
        await this.#show(restored.record);
        restored.loaded();
        break;
      } catch (error) {
        if (!isEngineGone(error)) {
          restored = await restored.failed();
          continue;
        }
        restored.withdrawn();
        await this.#parts.engineReady();
        restored = await this.#autosave.restore();
      }
    }
    if (restored.kind === "aside") this.notice = restored.sentence;
    if (restored.kind === "unknown") this.#awaitAnswer(restored.answered);
    else await this.list();
    this.restoring = false;
    if (!this.watching) this.#parts.goOn();
  }

  /** Looks for the other kept games. */
  async list(): Promise<void> {
    const { store, table } = this.#autosave;
    this.others = await store.games.others(table);
  }

  /** Puts another kept game on the table; the one that lies there takes its place. */
  async swapIn(key: string): Promise<void> {
    const { store, table } = this.#autosave;
    this.#parts.stop();
    this.notice = null;
    await this.#autosave.settled();
    try {
      await store.games.putOnTable(table, key);
    } catch {
      this.notice = "The game could not be opened: this browser's storage refused.";
    }
    await this.restore();
  }

  #awaitAnswer(answered: Promise<unknown>): void {
    this.notice = SILENT;
    const ask = async (): Promise<void> => {
      await answered;
      if (this.notice === SILENT) this.notice = null;
      if (this.#parts.begun()) await this.list();
      else await this.restore();
    };
    // It may refuse in the end, which is said when something is to be kept.
    ask().catch(() => undefined);
  }

  async #show(record: GameRecord): Promise<void> {
    this.#showing += 1;
    try {
      await this.#parts.show(record);
    } finally {
      this.#showing -= 1;
    }
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
      // Whether a game can be opened is for the tab to find out that has it.
      if (record !== null && this.watching) await this.#show(record).catch(() => undefined);
    }
    this.restoring = false;
  }
}
