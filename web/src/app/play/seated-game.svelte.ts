/** Who plays at a table: people and levels, what they are called, and what a person may know of the others' cards. */
import type { Level } from "../../core/engine-port";
import { matchText } from "./match";
import type { FirstGame } from "../record/record";
import { currentState, type GameState, type Session } from "../../core/session";
import { listed, namesOf, opponentsOf, personsOf, withRoles, type Seats } from "../session/seats";
import { isSealed } from "../session/secrecy";
import type { GameContext } from "../session/context";
import { Table } from "../session/table.svelte";

/** Whose turn it is: of a person at this screen, or of a level. */
export type Phase = "none" | "mine" | "theirs" | "over";

export abstract class SeatedGame {
  readonly table: Table;
  /** Who sits where. */
  seats = $state.raw<Seats>([]);
  /** The first game of the match, while the second one is on the table. */
  match = $state.raw<FirstGame | null>(null);
  /** The rest of the hand is played for the person. */
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

  /** The part, a hand, in which a game goes on; null where none does. */
  get partInPlay(): number | null {
    const { session } = this.table;
    if (session === null || this.phase === "over") return null;
    return this.context.ui.parts?.of(currentState(session)) ?? 1;
  }

  /** The players who are people. */
  get persons(): number[] {
    return personsOf(this.seats);
  }

  /** The one person who plays, or null when there are several. */
  get onlyPerson(): number | null {
    const [first = 0, second] = this.persons;
    return second === undefined ? first : null;
  }

  /** The person in focus in a position: the only one, or whoever is to move. */
  personAt(state: GameState | null): number {
    return this.onlyPerson ?? state?.active_player_id ?? 0;
  }

  /** Whether a person decides in a position. */
  decides(state: GameState): boolean {
    return this.seats[state.active_player_id] === null && this.table.decides(state);
  }

  /** Whether a person is to do something in a position: a throw is entered by people, whoever's it is. */
  acts(state: GameState): boolean {
    return this.seats[state.active_player_id] === null || this.table.enters(state);
  }

  /** The level that plays for a player, if one does. */
  levelOf(player: number): Level | undefined {
    const seat = this.seats[player];
    return this.context.info.levels.find(({ id }) => id === seat);
  }

  /** The level of the opponents that the engine plays, if it plays any and they are of one. */
  get level(): Level | undefined {
    const [level, other] = opponentsOf(this.seats, this.context.info.levels);
    return other === undefined ? level : undefined;
  }

  /** "Casual, Club and Expert"; empty where people are among themselves. */
  get opponentsText(): string {
    return listed(opponentsOf(this.seats, this.context.info.levels).map(({ name }) => name));
  }

  get playerNames(): string[] {
    const { info, ui } = this.context;
    return namesOf(this.seats, this.seats.length, info.levels, info.roles, ui.words.seatName);
  }

  /** Whether the cards of a position are a secret still. */
  sealed(state: GameState): boolean {
    const { session } = this.table;
    return session !== null && isSealed(this.context.info, this.context.ui, currentState(session), state);
  }

  /** Whether what the coach could say of a position would give away an opponent's cards. */
  secret(state: GameState): boolean {
    return this.seats[state.active_player_id] !== null && this.sealed(state);
  }

  /** An opponent's move as far as the person may know it; null where that is all of it. */
  secretText(state: GameState, action: unknown): string | null {
    return action !== null && this.secret(state) ? (this.context.ui.hidden?.publicText(action, state) ?? null) : null;
  }

  /** The names with the roles that are played: "You (Order)". */
  get labels(): string[] {
    return withRoles(this.playerNames, this.context.info.roles);
  }

  /** Who won the match, in words; empty while it goes on, or where there is none. */
  get matchText(): string {
    const { session } = this.table;
    const { roles, levels } = this.context.info;
    if (session === null || this.match === null || this.phase !== "over") return "";
    const returns = (currentState(session).returns ?? []).map((value) => value ?? 0);
    return matchText(this.match, { seats: this.seats, returns }, levels, roles[0] ?? "");
  }

  /** Whether the same game can be played again with the roles swapped, which makes a match of the two. */
  get canSwap(): boolean {
    return this.phase === "over" && this.match === null && this.context.info.roles.length > 1;
  }

  /** Who won, in a sentence; empty while the game goes on. */
  get resultText(): string {
    const { session } = this.table;
    if (session === null || this.phase !== "over") return "";
    return this.context.ui.words.resultText(currentState(session), this.playerNames);
  }
}
