/** A game that is saved as it goes on, and counted in the statistics. */
import type { GameState, Session } from "../../core/session";
import type { Autosave } from "../record/autosave";
import { toRecord, type Counted, type GameRecord, type Setup } from "../record/record";
import type { GameContext } from "../session/context";
import { SeatedGame } from "./seated-game.svelte";
import { NOTHING_COUNTED, Statistics } from "./statistics.svelte";

export abstract class KeptGame extends SeatedGame {
  readonly autosave: Autosave;
  /** How the game was begun, if that is known. */
  setup = $state.raw<Setup | null>(null);
  /** The number of the part, a hand, that is played once more, or null. */
  again = $state<number | null>(null);
  /** The game that was left for that, or null. */
  left = $state.raw<GameRecord | null>(null);
  readonly statistics: Statistics;
  /** What the statistics have of the game on the table. */
  protected counted: Counted = NOTHING_COUNTED;

  constructor(context: GameContext, autosave: Autosave) {
    super(context);
    this.autosave = autosave;
    this.statistics = new Statistics(context.info.rulesetId, context.ui.statistics, { onReset: () => (this.counted = { ...this.counted, told: {} }) });
  }

  protected changed(session: Session): void {
    this.#count(session);
    this.autosave.save(this.record(session, true));
  }

  /** @param full with what was found out about the moves */
  protected record(session: Session, full: boolean): GameRecord {
    const { setup, match, again } = this;
    const given = session.decisions.flatMap(({ state }, index) => (this.table.given.has(state) ? [index] : []));
    const { fromStart } = this.table;
    return toRecord(session, this.seats, full, { fromStart, setup, match, again, given, counted: this.counted, left: this.left });
  }

  /** What a person knew beforehand, and what two people did, are nobody's statistics. */
  #count({ decisions, cursor }: Session): void {
    const player = this.onlyPerson;
    if (player === null || this.again !== null) return;
    const partOf = this.context.ui.parts?.of;
    const game = { decisions: decisions.slice(0, cursor + 1), player, partOf, decides: (state: GameState) => this.table.decides(state) };
    this.counted = this.statistics.follow(game, this.counted);
  }

  /** The game as far as it stands, for others. */
  get shared(): GameRecord | null {
    const { session } = this.table;
    if (session === null) return null;
    return this.record({ ...session, decisions: session.decisions.slice(0, session.cursor + 1) }, false);
  }
}
