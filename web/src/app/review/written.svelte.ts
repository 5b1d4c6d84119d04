/** The game on the table of a review as it was read from text, whose chance no seed repeats. */
import type { Session } from "../../core/session";
import { writeGame } from "../record/notation";
import { toRecord, type GameRecord } from "../record/record";
import type { GameContext } from "../session/context";
import type { Seats } from "../session/seats";

export class WrittenGame {
  /** Its record; null where the game did not come from text. */
  record = $state.raw<GameRecord | null>(null);
  readonly #context: GameContext;

  constructor(context: GameContext) {
    this.#context = context;
  }

  /** @param text undefined for a game that does not come from text */
  begin(text: string | undefined, session: Session, seats: Seats, fromStart: boolean): void {
    this.record = text === undefined ? null : { ...toRecord(session, seats, false, { fromStart }), notation: text };
  }

  /**
   * Writes the text again, which a move has extended.
   *
   * @param moves the moves of the game by now: a later one may have extended it further
   * @returns whether it was written
   */
  async extend(session: Session, moves: () => number): Promise<boolean> {
    const { record } = this;
    if (record === null) return false;
    const { engine, info } = this.#context;
    const notation = await writeGame(engine.port, info.rulesetId, session);
    const actions = session.decisions.slice(0, -1).map(({ action }) => action);
    if (this.record !== record || moves() !== actions.length) return false;
    this.record = { ...record, actions, cursor: actions.length, notation };
    return true;
  }
}
