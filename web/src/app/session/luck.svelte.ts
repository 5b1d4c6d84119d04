/** The luck in a game on screen, queried move by move, and the running account of skill and luck. */
import { isWin, onScale, scaleIn, WIN_UNIT, type Scale } from "../../coach/decision/scale";
import { accountOf, type Account } from "../../coach/game/account";
import { hasChance, type AccountResult } from "../../core/engine-port";
import { note } from "../../core/errors";
import { chanceBetween, currentState, decisionAt, played, type Decision, type GameState } from "../../core/session";
import { coachParams, judgedByWin, paramsIn } from "./params";
import type { ViewedGame } from "./viewed-game.svelte";

export class Luck {
  /** The luck of the opening deal or throw. */
  #opening = $state.raw<{ state: GameState; luck: readonly number[]; stderr: readonly number[] | undefined } | null>(null);
  /** The moves whose luck is being queried, by position. */
  readonly #counting = new Map<GameState, unknown>();
  readonly #game: ViewedGame;
  readonly #sealed: (state: GameState) => boolean;

  /** @param sealed whether the cards of a position are secret, and so the luck of the deal */
  constructor(game: ViewedGame, sealed: (state: GameState) => boolean) {
    this.#game = game;
    this.#sealed = sealed;
  }

  /** The scale of the game's sums; before the first evaluation that of the evaluations to come. */
  get scale(): Scale {
    const { context, session, players } = this.#game;
    const { info, settings } = context;
    return scaleIn(info, judgedByWin(settings, info, session === null ? [] : played(session), players));
  }

  /** The account of skill and luck, as far as it may be shown. */
  get account(): Account {
    const { session, context, players } = this.#game;
    // Undone moves do not count until they are redone.
    const made = session === null ? [] : played(session);
    // Losses in another unit do not add up with the others.
    const other = scaleIn(context.info, !this.scale.win);
    const { skill, graded } = accountOf(onScale(made, other), players, false);
    return { ...this.#sums(made), apart: graded.some((count) => count > 0) ? { unit: other.unit, skill, graded } : null };
  }

  /** The account of the decisions that are judged in the unit of the sums. */
  #sums(made: readonly Decision[]): Account {
    const game = this.#game;
    const { session } = game;
    const { info, ui } = game.context;
    const { scale } = this;
    const decisions = onScale(made, scale).map((decision) => (this.#isIn(decision, scale.win) ? decision : { ...decision, luck: null }));
    if (!this.#hasChance || (ui.chance?.luckInOwnUnit === true && scale.unit !== info.unit)) {
      const without = decisions.map((decision) => ({ ...decision, luck: null }));
      return accountOf(without, game.players, false, (state) => game.decides(state));
    }
    const shown = decisions.map((decision, index) => (this.#isPublic(index + 1) ? decision : { ...decision, luck: null }));
    const account = { ...accountOf(shown, game.players, true, (state) => game.decides(state)), withheld: this.#withheld };
    const opening = this.#opening?.state === session?.decisions[0]?.state ? this.#opening?.luck : undefined;
    // The luck of the first move, once known, includes that of the opening.
    if (opening === undefined || (decisions[0]?.luck ?? null) !== null || !this.#isPublic(0)) return account;
    return { ...account, luck: account.luck.map((luck, player) => luck + (opening[player] ?? 0)) };
  }

  /** The luck of the opening deal or throw, by player: zeros where it does not count, null until it is known. */
  get opening(): readonly number[] | null {
    const first = this.#game.session?.decisions[0]?.state;
    if (!this.#countsOpening) return new Array<number>(this.#game.players).fill(0);
    return this.#opening !== null && this.#opening.state === first ? this.#opening.luck : null;
  }

  /** Whether the luck of every move is known. */
  get complete(): boolean {
    const { session } = this.#game;
    if (session === null || this.opening === null) return false;
    if (!this.#hasChance) return true;
    const { win } = this.scale;
    return session.decisions.every((decision, index) => (decision.luck !== null && this.#isIn(decision, win)) || !this.#comesWith(index));
  }

  /** Whether luck of this game is in one of two units. */
  get #hasTwoUnits(): boolean {
    const { info, ui } = this.#game.context;
    return this.#game.players > 1 && ui.chance?.luckInOwnUnit !== true && info.presets.some(({ scale }) => scale === "win");
  }

  /**
   * Whether the luck of a decision is in the unit of the sums, chances to win or points. What an earlier version saved has the
   * unit of the decision's evaluation, and none where there is no evaluation.
   */
  #isIn({ luck, luckUnit, evaluation }: Decision, win: boolean): boolean {
    if (luck === null || !this.#hasTwoUnits) return true;
    if (luckUnit !== undefined) return (luckUnit === WIN_UNIT) === win;
    return evaluation !== null && isWin(evaluation) === win;
  }

  /** The standard errors of the luck, by player; null if that of one move is not known, as in a game of an earlier version. */
  get errors(): number[] | null {
    const { session, players } = this.#game;
    const decisions = session?.decisions ?? [];
    const found = decisions.filter(({ luck }) => luck !== null).map(({ luckStderr }) => luckStderr);
    // The luck of the first move, once known, includes that of the opening, and so does its error.
    const opening = this.#opening;
    if (opening !== null && opening.state === decisions[0]?.state && decisions[0].luck === null) found.push(opening.stderr);
    const known = found.filter((each) => each !== undefined);
    if (known.length < found.length) return null;
    return Array.from({ length: players }, (_, player) => Math.sqrt(known.reduce((sum, each) => sum + (each[player] ?? 0) ** 2, 0)));
  }

  /** Whether the luck leading to the position at `index` may be shown: it would reveal the value of hidden cards. */
  #isPublic(index: number): boolean {
    const state = this.#game.session?.decisions[index]?.state;
    return state === undefined || !this.#sealed(state);
  }

  /** How much luck is withheld until the hand is over. */
  get #withheld(): Account["withheld"] {
    const { session } = this.#game;
    if (session === null || !this.#sealed(currentState(session))) return "none";
    return this.#isPublic(0) ? "some" : "all";
  }

  /** Queries the luck of all moves where it is not known yet. */
  countAll(): void {
    this.#game.session?.decisions.forEach((_, index) => void this.count(index));
  }

  /** Queries the luck of the opening deal or throw, before the first move. */
  async countOpening(): Promise<void> {
    const game = this.#game;
    const state = game.session?.decisions[0]?.state;
    if (state === undefined || !this.#countsOpening || this.#opening?.state === state) return;
    try {
      const { luck, luckStderr } = await this.#ask(state, { states: [state], actions: [], deltas: [], opening: true });
      if (game.session?.decisions[0]?.state === state) this.#opening = { state, luck, stderr: luckStderr };
    } catch (error) {
      note("The luck of the opening could not be counted", error);
    }
  }

  /** Queries the luck that followed the move at `index`. */
  async count(index: number): Promise<void> {
    const game = this.#game;
    const { session } = game;
    if (session === null || !this.#comesWith(index)) return;
    const decision = decisionAt(session, index);
    const { state, action } = decision;
    const counting = this.#counting.has(state) && this.#counting.get(state) === action;
    const { win } = this.scale;
    if ((decision.luck !== null && this.#isIn(decision, win)) || counting || !this.#hasChance) return;
    this.#counting.set(state, action);
    try {
      const states = [state, decisionAt(session, index + 1).state];
      const found = await this.#ask(state, { states, actions: [action], deltas: [null], opening: this.#opens(index) });
      const unit = this.#hasTwoUnits ? { luckUnit: win ? WIN_UNIT : game.context.info.unit } : {};
      const stderr = found.luckStderr === undefined ? {} : { luckStderr: found.luckStderr };
      game.annotate(index, state, action, { luck: found.luck, ...unit, ...stderr });
    } catch (error) {
      note("Luck could not be counted", error);
    } finally {
      // If another move was played here meanwhile, its own query is pending.
      if (this.#counting.get(state) === action) this.#counting.delete(state);
    }
  }

  get #hasChance(): boolean {
    return hasChance(this.#game.context.info);
  }

  #ask(state: GameState, args: object): Promise<AccountResult> {
    const { engine, info, settings } = this.#game.context;
    // Where games are played to win or for points, luck is counted in the unit of the sums.
    const params = this.#hasTwoUnits
      ? { params: { ...coachParams(settings, info, state), ...paramsIn(info, this.scale.win, state) } }
      : (info.winGrades ?? []).length > 0
        ? { params: coachParams(settings, info, state) }
        : {};
    return engine.port.query<AccountResult>(info.rulesetId, "account", { ...args, ...params });
  }

  /** Whether there is luck in the opening, before anything is decided. */
  get #countsOpening(): boolean {
    return this.#game.context.info.decisions.length > 0 && this.#hasChance && this.#opens(0);
  }

  /** Whether the luck of the opening counts with the move at `index`. */
  #opens(index: number): boolean {
    return index === 0 && this.#game.dealt;
  }

  /** Whether there may be luck to count with the move at `index`. */
  #comesWith(index: number): boolean {
    const { session } = this.#game;
    const here = session?.decisions[index];
    const next = session?.decisions[index + 1];
    if (here === undefined || next === undefined || here.action === null) return false;
    return this.#opens(index) || chanceBetween(here.state, next.state);
  }
}
