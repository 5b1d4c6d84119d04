/** Reads games and positions for the review's table. Of several that are being read, only the latest gets there. */
import { sentenceOf } from "../../core/errors";
import { startSession, type GameState, type Session } from "../../core/session";
import { FaultyText, writeGame, type Fault } from "../record/notation";
import type { GameRecord, Imported } from "../record/record";
import { completed, replay } from "../record/replay";
import type { GameContext } from "../session/context";
import { viewerOf } from "../session/secrecy";
import { REVIEW } from "../words/review";

/** A game that was read, ready for the table. */
export interface ReadGame {
  session: Session;
  record: GameRecord;
  /** The game as text, if its chance is known only from there; else undefined. */
  text: string | undefined;
  /** Whether it was read from what this browser has saved. */
  trusted: boolean;
  /** Its key among the saved games, if it was opened by that. */
  key: string | undefined;
}

interface Destination {
  putGame: (game: ReadGame) => void;
  putPosition: (session: Session) => void;
}

export class ReviewReader {
  loading = $state(false);
  /** Why a link, a text or a file could not be read, as one sentence; else null. */
  problem = $state<string | null>(null);
  /** The lines of a text that could not be read. */
  faults = $state.raw<readonly Fault[]>([]);
  /** Counts what was put on the table or is being read for it. */
  #openings = 0;
  readonly #context: GameContext;
  readonly #destination: Destination;

  constructor(context: GameContext, destination: Destination) {
    this.#context = context;
    this.#destination = destination;
  }

  /** Something else comes to the table: what is still being read does not. */
  supersede(): void {
    this.#openings += 1;
    this.loading = false;
    this.problem = null;
    this.faults = [];
  }

  /** Returns false when it cannot be read, or when something else was opened meanwhile. */
  async open(read: () => Promise<Imported>, trusted = false, key?: string): Promise<boolean> {
    const latest = this.#begin();
    this.loading = true;
    this.problem = null;
    this.faults = [];
    try {
      const imported = await read();
      if (!latest()) return false;
      const ruleset = imported.kind === "game" ? imported.record.ruleset_id : imported.state.ruleset_id;
      if (ruleset !== this.#context.info.rulesetId) {
        this.problem = REVIEW.otherGame(ruleset.slice(0, 40), this.#context.info.name);
        return false;
      }
      return imported.kind === "game"
        ? await this.#openGame(imported.record, { trusted, key }, latest)
        : await this.#openPosition(imported.state, latest);
    } catch (error) {
      if (!latest()) return false;
      this.problem = sentenceOf(error);
      this.faults = error instanceof FaultyText ? error.faults : [];
      return false;
    } finally {
      if (latest()) this.loading = false;
    }
  }

  /** Opens a position that the engine has accepted. Returns false when something else was opened meanwhile. */
  openPosition(state: GameState): Promise<boolean> {
    const latest = this.#begin();
    this.loading = false;
    return this.#openPosition(state, latest);
  }

  /** Begins an opening; the returned function says whether it is still the latest one. */
  #begin(): () => boolean {
    const opening = ++this.#openings;
    return () => opening === this.#openings;
  }

  async #openGame(record: GameRecord, from: Pick<ReadGame, "trusted" | "key">, latest: () => boolean): Promise<boolean> {
    const { engine, info } = this.#context;
    const session = await replay(engine.port, info, record, from.trusted);
    // A game from a table that has no text yet.
    const text = record.positions === undefined ? record.notation : await writeGame(engine.port, info.rulesetId, session);
    if (!latest()) return false;
    this.#destination.putGame({ session, record, text, ...from });
    return true;
  }

  async #openPosition(state: GameState, latest: () => boolean): Promise<boolean> {
    const { engine, info, ui } = this.#context;
    const whole = await completed(engine.port, info, state, viewerOf(ui, state));
    if (!latest()) return false;
    this.#destination.putPosition(startSession(whole));
    return true;
  }
}
