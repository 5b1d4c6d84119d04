/** Reads games and positions for the review's table. Of several that are being read, only the latest gets there. */
import { isEngineGone, sentenceOf } from "../../core/errors";
import { decisionAt, startSession, type GameState, type Session } from "../../core/session";
import { FaultyText, writeGame, type Fault } from "../record/notation";
import { ImportProblem, type GameRecord, type Imported } from "../record/record";
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
  /** The move at which it was copied; null for a whole game. */
  at: number | null;
}

type From = Pick<ReadGame, "trusted" | "key">;

/** A saved game that is the same as one that was read, to be opened in its place. */
export interface Twin extends From {
  record: GameRecord;
}

/** Finds the twin of a game, as its record would be saved; null if there is none. */
type FindTwin = (record: GameRecord) => Promise<Twin | null>;

interface Destination {
  putGame: (game: ReadGame) => void;
  putPosition: (session: Session) => void;
}

export class ReviewReader {
  loading = $state(false);
  /** Why a link, a text or a file could not be read, as one sentence; else null. */
  problem = $state<string | null>(null);
  /** The ruleset of the game in which what could not be read can be opened; else null. */
  elsewhere = $state<string | null>(null);
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
    this.elsewhere = null;
    this.faults = [];
  }

  /** Returns false when it cannot be read, or when something else was opened meanwhile. */
  async open(read: () => Promise<Imported>, { trusted = false, key, twin }: Partial<From> & { twin?: FindTwin } = {}): Promise<boolean> {
    const latest = this.#begin();
    this.loading = true;
    this.problem = null;
    this.elsewhere = null;
    this.faults = [];
    try {
      const imported = await read();
      if (!latest()) return false;
      const ruleset = imported.kind === "game" ? imported.record.ruleset_id : imported.state.ruleset_id;
      if (ruleset !== this.#context.info.rulesetId) {
        throw new ImportProblem(REVIEW.otherGame(ruleset.slice(0, 40), this.#context.info.name), ruleset);
      }
      return imported.kind === "game"
        ? await this.#openGame(imported.record, { trusted, key }, latest, twin)
        : await this.#openPosition(imported.state, latest);
    } catch (error) {
      if (!latest()) return false;
      this.problem = sentenceOf(error);
      this.faults = error instanceof FaultyText ? error.faults : [];
      this.elsewhere = error instanceof ImportProblem ? error.ruleset : null;
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

  async #openGame(record: GameRecord, { trusted, key }: From, latest: () => boolean, find?: FindTwin): Promise<boolean> {
    const { session, text } = await this.#replayed(record, trusted);
    const at = trusted || record.cursor === record.actions.length ? null : record.cursor;
    const saved = { ...record, initial_state: decisionAt(session, 0).state, notation: text ?? "" };
    // It goes to the table as it is saved at once, so that nothing on screen changes twice.
    const twin = latest() ? await this.#twin(saved, find) : null;
    if (!latest()) return false;
    this.#destination.putGame({ ...(twin ?? { session, text, record, trusted, key }), at });
    return true;
  }

  /** The twin of a game, replayed; null if there is none, or if it is damaged: the game that was read stands for it. */
  async #twin(saved: GameRecord, find?: FindTwin): Promise<Omit<ReadGame, "at"> | null> {
    try {
      const twin = (await find?.(saved)) ?? null;
      return twin === null ? null : { ...(await this.#replayed(twin.record, true)), ...twin };
    } catch (error) {
      if (isEngineGone(error)) throw error;
      return null;
    }
  }

  async #replayed(record: GameRecord, trusted: boolean): Promise<Pick<ReadGame, "session" | "text">> {
    const { engine, info } = this.#context;
    const session = await replay(engine.port, info, record, trusted);
    // A game from a table that has no text yet.
    const text = record.positions === undefined ? record.notation : await writeGame(engine.port, info.rulesetId, session);
    return { session, text };
  }

  async #openPosition(state: GameState, latest: () => boolean): Promise<boolean> {
    const { engine, info, ui } = this.#context;
    const whole = await completed(engine.port, info, state, viewerOf(ui, state));
    if (!latest()) return false;
    this.#destination.putPosition(startSession(whole));
    return true;
  }
}
