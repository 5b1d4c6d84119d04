/** A table with its players: people and levels, their names, and what a person may know of the others' cards. */
import type { Level } from "../../core/engine-port";
import { matchText } from "./match";
import type { FirstGame } from "../record/record";
import { resultOf } from "../record/result";
import type { Outcome } from "../../store";
import { currentState, type GameState, type Session } from "../../core/session";
import { namesOf, opponentsOf, personsOf, withRoles, type Seats } from "../session/seats";
import { isSealed } from "../session/secrecy";
import type { GameContext } from "../session/context";
import { Table } from "../session/table.svelte";
import { capital, listed } from "../../core/words";

/** Whose turn it is: a person's at this screen, or an opponent's. */
export type Phase = "none" | "mine" | "theirs" | "over";

export abstract class SeatedGame {
  readonly table: Table;
  /** The seats by player. */
  seats = $state.raw<Seats>([]);
  /** The names that the people at this screen gave, by player; empty ones do not count. */
  given = $state.raw<readonly string[]>([]);
  /** The first game of the match, while the second one is on the table. */
  match = $state.raw<FirstGame | null>(null);
  /** True while the rest of a claimed hand is played. */
  claiming = $state(false);
  protected readonly context: GameContext;

  constructor(context: GameContext) {
    this.context = context;
    this.table = new Table(context, {
      wantsLegal: (state) => this.acts(state),
      sealed: (state) => this.sealed(state),
      onChange: (session) => this.changed(session),
    });
  }

  /** Called after every change of the session. */
  protected abstract changed(session: Session): void;

  get phase(): Phase {
    const { session } = this.table;
    if (session === null) return "none";
    const state = currentState(session);
    if (state.game_over === true) return "over";
    if (this.claiming) return "theirs";
    return this.acts(state) ? "mine" : "theirs";
  }

  /** The part (a hand) being played; null when no game is in progress. */
  get partInPlay(): number | null {
    const { session } = this.table;
    if (session === null || this.phase === "over") return null;
    return this.context.ui.parts?.of(currentState(session)) ?? 1;
  }

  /** The players who are people. */
  get persons(): number[] {
    return personsOf(this.seats);
  }

  /** The only person who plays, or null when there are several. */
  get onlyPerson(): number | null {
    const [first = 0, second] = this.persons;
    return second === undefined ? first : null;
  }

  /** The person in focus: the only one, or whoever is to move. */
  personAt(state: GameState | null): number {
    return this.onlyPerson ?? state?.active_player_id ?? 0;
  }

  /** The player whose view the board shows in a position: the person in focus, unless one view serves all. */
  viewerAt(state: GameState | null): number {
    return this.personAt(this.context.ui.board.oneView === true ? null : state);
  }

  /** Whether a person decides in a position. */
  decides(state: GameState): boolean {
    return this.seats[state.active_player_id] === null && this.table.decides(state);
  }

  /** Whether a person has to act in a position; all throws are entered by people, whoever's they are. */
  acts(state: GameState): boolean {
    return this.seats[state.active_player_id] === null || this.table.enters(state);
  }

  /** The level at a player's seat, or undefined for a person. */
  levelOf(player: number): Level | undefined {
    const seat = this.seats[player];
    return this.context.info.levels.find(({ id }) => id === seat);
  }

  /** The level of the opponents, if they all have the same one. */
  get level(): Level | undefined {
    const [level, other] = opponentsOf(this.seats, this.context.info.levels);
    return other === undefined ? level : undefined;
  }

  /** The names of the opponents' levels, "Casual, Strong and Expert"; empty when only people play. */
  get opponentsText(): string {
    return listed(opponentsOf(this.seats, this.context.info.levels).map(({ name }) => name));
  }

  get playerNames(): string[] {
    return this.#namesOf();
  }

  /** The names for where there is little space: players of one level are called by their seats alone, "Left". */
  get briefNames(): string[] {
    return this.#namesOf((_, seat) => capital(seat));
  }

  /** Whether the cards of a position are still secret. */
  sealed(state: GameState): boolean {
    const { session } = this.table;
    return session !== null && isSealed(this.context.info, this.context.ui, currentState(session), state);
  }

  /** Whether the coach would give away an opponent's cards by commenting on a position. */
  secret(state: GameState): boolean {
    return this.seats[state.active_player_id] !== null && this.sealed(state);
  }

  /** The public part of an opponent's move; null where the whole move is public. */
  secretText(state: GameState, action: unknown): string | null {
    return action !== null && this.secret(state) ? (this.context.ui.hidden?.publicText(action, state) ?? null) : null;
  }

  /** The names with their roles: "You (Order)". */
  get labels(): string[] {
    return withRoles(this.playerNames, this.context.info.roles);
  }

  /** The result of the match as a sentence; empty while it is in progress or where there is none. */
  get matchText(): string {
    const { session } = this.table;
    const { roles, levels } = this.context.info;
    if (session === null || this.match === null || this.phase !== "over") return "";
    const returns = (currentState(session).returns ?? []).map((value) => value ?? 0);
    return matchText(this.match, { seats: this.seats, returns }, levels, roles[0] ?? "");
  }

  /** Whether a second game with swapped roles can follow, to make a match. */
  get canSwap(): boolean {
    return this.phase === "over" && this.match === null && this.context.info.roles.length > 1;
  }

  /** The result as a sentence; empty until the game is over. */
  get resultText(): string {
    const { session } = this.table;
    if (session === null || this.phase !== "over") return "";
    return this.context.ui.words.resultText(currentState(session), this.playerNames);
  }

  /** The result with its score, for lists: "You win, 52 to 30". */
  scoreAt(end: GameState): string {
    return resultOf(this.context.ui, end, this.playerNames);
  }

  /** The only person's outcome in a finished position; null where nobody wins or loses. */
  outcomeAt(state: GameState): Outcome | null {
    const { onlyPerson: player, context } = this;
    const returns = (state.returns ?? []).map((value) => value ?? 0);
    const { finalScore } = context.ui;
    if (player === null || returns.length < 2 || finalScore?.shared === true) return null;
    const best = Math.max(...returns);
    const winners = finalScore?.winners?.(state) ?? returns.flatMap((value, index) => (value === best ? [index] : []));
    if (!winners.includes(player)) return "lost";
    return winners.length > 1 ? "drawn" : "won";
  }

  #namesOf(twinName?: (name: string, seat: string) => string): string[] {
    const { info, ui } = this.context;
    return namesOf(this.seats, this.seats.length, info.levels, info.roles, ui.words.seatName, this.given, true, twinName);
  }
}
