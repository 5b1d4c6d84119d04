/** The interface between a game and the screens: board, editor and texts. The rules are the engine's alone. */
import type { Component } from "svelte";
import type { Sketch } from "../core/sketch";

/**
 * A game's component: type-checked against the game's own types where it is registered, and used by screens that do not
 * know them.
 *
 * Functions that take a game's states and actions are declared as methods, here and below, because method parameters are
 * bivariant: that makes the `GameUi<S, A>` of any game a `GameUi`.
 */
export type GameComponent<P extends object> = { draw(...args: Parameters<Component<P>>): ReturnType<Component<P>> }["draw"];

export type MarkKind = "best" | "user" | "hint" | "line";

/** An action drawn on the board. */
export interface BoardMark<A = unknown> {
  action: A;
  kind: MarkKind;
  label?: string;
  /** The player who made the move; if absent, the player to move. */
  player?: number;
}

/** The part of an evaluation that a board may show: the values of the candidates, best first. */
export interface BoardEvaluation {
  /** The objective is "win" if values are chances to win, as points of a hundred. */
  metadata?: { objective?: string | null };
  bestAction: unknown;
  bestActionEv: number;
  candidates: readonly { action: unknown; ev: number; stderr: number }[];
}

export interface BoardProps<S = unknown, A = unknown> {
  state: S;
  legalActions: A[];
  interactive: boolean;
  /** The player whose view is at the bottom. */
  perspective: number;
  /** By player: `YOU`, the name of a level, or a number; several people at one screen are named by role if there are roles. */
  playerNames: string[];
  /** Drawn on the board as arrows and highlights. */
  marks: BoardMark<A>[];
  /** The evaluation of the position on screen, if hints are on or its move has been graded. */
  evaluation: BoardEvaluation | null;
  animate: boolean;
  /** Mark the pieces with letters or patterns in addition to their colour. */
  colorMarks: boolean;
  onAction(action: A): void;
  /** Called when an illegal move was tried, with a plain sentence and the move, so that the engine can explain it. */
  onIllegal(sentence: string, action: A): void;
  /** Called with the move that releasing the pointer would play, or null. */
  onPreview?(action: A | null): void;
  /**
   * In a game with hidden information the state is complete, and the board shows only what the player of `perspective`
   * may know; with `reveal` it shows everything. Default false.
   */
  reveal?: boolean;
  /**
   * Runs one of the game's queries, such as "beliefs"; rejects if the engine cannot answer. The position may have changed
   * when the result arrives; the board then has to drop it.
   */
  ask?: (query: string, args: Record<string, unknown>) => Promise<unknown>;
}

/** An error in an edited position; `path` is a dotted path into the state: `players.0.wall`. */
export interface FieldError {
  path: string;
  text: string;
}

export interface EditorProps<S = unknown> {
  state: S;
  onChange(state: S): void;
  errors: FieldError[];
}

/** How good a final score of at least `score` is among people. */
export interface ScoreBand {
  score: number;
  name: string;
}

/** The person's name among the players' names; sentences with it need second-person grammar. */
export const YOU = "You";

interface FilterBase {
  /** Its dotted path in the generator's parameters, in `camelCase`: `filterConfig.minValueGap`. */
  path: string;
  /** A short hyphenated name of the field, for tests and the page. */
  id: string;
  label: string;
}

/** A choice among a few options; the page adds "any" as the first. */
export interface ChoiceFilter extends FilterBase {
  kind: "choice";
  options: readonly { value: string | number; label: string }[];
}

/** A number of at least `min`, or none. */
export interface NumberFilter extends FilterBase {
  kind: "number";
  min: number;
  step: number;
}

/** A filter for practice positions. */
export type ScenarioFilter = ChoiceFilter | NumberFilter;

export interface Shortcut {
  keys: string;
  does: string;
}

/** A query for the distribution of a player's final score. */
export interface Outlook {
  /** The arguments of the query "density". */
  args: Record<string, unknown>;
  /** The query is slow, so it is only run on demand. */
  heavy: boolean;
}

/** One line of the statistics panel. */
export interface StatisticsLine {
  label: string;
  /** The value with its unit: "6.4 points". */
  value: string;
}

/** The totals counted on this device: those that every game has, and the game's own. */
export interface StatisticsTotals {
  /** Games played to the end. */
  games: number;
  /** Parts of games (hands) in which every decision of the person was graded, and the total loss of these decisions. */
  gradedParts: number;
  loss: number;
  /** One of the game's own counts, by its name; 0 if nothing was counted yet. */
  count(name: string): number;
}

/** A game's statistics over all games of the person on this device. */
export interface GameStatistics<S = unknown> {
  /** What a new position adds to the counts of the person's seat, from its `last_events`: `{ hands: 1 }`. */
  counts(state: S, player: number): Record<string, number>;
  /** The lines of the panel; not called before something was counted. */
  lines(totals: StatisticsTotals): StatisticsLine[];
}

/** The end of a line of play whose last move is followed by chance or by the end of the game. */
export interface LineEnd<S = unknown> {
  /** The position without the outcome of chance. */
  state: S;
  /** Sentences about the outcome; the last says why the line ends here. */
  notes: readonly string[];
}

/** The board of a game. */
export interface GameBoard<S = unknown, A = unknown> {
  component: GameComponent<BoardProps<S, A>>;
  /** One view serves all players: with several people at one screen the board does not turn to the player to move. */
  oneView?: boolean;
  /**
   * A small picture of a position as a player may know it; null is somebody who may know no hidden cards. It is kept with
   * unfinished games.
   */
  sketch?(state: S, player: number | null): Sketch;
}

/** The texts of a game. */
export interface GameWords<S = unknown, A = unknown> {
  /** A move: "3 Blue from factory 2 to line 4". */
  actionText(action: A, state: S): string;
  /** The same in short notation, for lists. */
  actionShort(action: A, state?: S | null): string;
  /** Sentences of the state's `last_events`, for the log and for screen readers; the first is the move itself. */
  eventsText(state: S, names: readonly string[]): string[];
  /** The result of a finished game in a sentence: "You won." */
  resultText(state: S, names: readonly string[]): string;
  /** A number with the game's unit: "1.3 points". */
  unitText(value: number): string;
  /** A value in the terms of the players, if they differ from the number itself: "expected final score 254.3". */
  worthText?(ev: number, state: S, objective?: string | null): string;
  /** The name of an option's value in the form for a new game, if it differs from the value: "7 × 7". */
  optionText?(key: string, value: string | number): string | null;
  /** The seat of a player as seen from `perspective`: "left". Required with more than two players. */
  seatName?(player: number, perspective: number): string;
  /** A sentence with words in place of its signs, for screen readers; without it, they get the sentence itself. */
  spoken?(sentence: string): string;
}

/** The practice mode of a game. */
export interface GamePractice {
  filters: readonly ScenarioFilter[];
  /** A sentence below the filters. */
  note: string;
}

/** A game's part of the help panel. */
export interface GameHelp {
  /** The board's keys. */
  shortcuts: Shortcut[];
  /** How to play, one paragraph each. */
  howTo: string[];
}

/** What the coach can show about a move besides its value. */
export interface GameAnalysis<S = unknown> {
  /**
   * The end of a line shown on the board, from a position right after chance or the last one of a game. A game without
   * this function shows no lines.
   */
  lineEnd?(state: S, names: readonly string[]): LineEnd<S>;
  /** The number of kinds of points in a candidate's reasons; absent if there are no reasons to show. */
  reasonKinds?: number;
  /** The lines of sentences for which the coach's panel keeps room; by default 8. */
  lines?: number;
}

/** Asks what chance gave in a game at a table, right after it gave something. */
export interface GivenProps<S = unknown> {
  /** The position with what the engine drew, which is to be replaced. */
  state: S;
  /** Whether it is the start of a game. */
  start: boolean;
  busy: boolean;
  colorMarks: boolean;
  /** Called with the outcome in the words of the game's notation. */
  onGive(words: string): void;
  /** Called once with a function that takes back the last part of the outcome; false if there is none. */
  onBack(undo: () => boolean): void;
}

/** Enters a game from a table as one player saw it, where cards are hidden. */
export interface SeenProps<S = unknown> {
  /** Reads the text of the game. */
  read(text: string): Promise<{ states: readonly S[]; faults: readonly { problem: string }[] }>;
  /** What was last given to `onKeep`: the screen is opened again with it. Null at first. */
  kept: unknown;
  /** Whether the library has it, so that leaving loses nothing. */
  saved: boolean;
  /** Called at each change with everything that was entered, and the text of the game; null before the first card. */
  onKeep(entered: unknown, text: string | null): void;
  /** Called once with a function that takes the last step back; false if there is none. */
  onBack(undo: () => boolean): void;
  onReview(text: string): void;
  onCopy(text: string): void;
  onLeave(): void;
}

/** Chance in a game that names its outcomes or lets them be entered by hand. */
export interface GameChance<S = unknown> {
  /** The name of chance's outcomes in the plural: "tokens". The same seed gives the same ones. */
  name?: string;
  /**
   * Luck is always counted in the game's own unit; without this it is counted in that of the grades, also where these are
   * chances to win.
   */
  luckInOwnUnit?: boolean;
  /** Whether the position waits for a throw on the table to be entered by hand, which is nobody's decision. */
  awaitsEntry?(state: S): boolean;
  /** Asks what chance gave at a table; absent where the board does. */
  given?: GameComponent<GivenProps<S>>;
}

/** The meaning of final scores. */
export interface GameFinalScore<S = unknown> {
  /** The winners of a finished game, where a tie-break decides between equal returns. */
  winners?(state: S): readonly number[];
  /** There is a single score, the first player's: high is good for the first player, low for the second. */
  shared?: boolean;
  /** How good final scores are among people, lowest first; empty if unknown. */
  bands?(state: S, player: number): readonly ScoreBand[];
  /**
   * The query for the distribution of a player's final score from the start of a turn, or null if there is none. The
   * position may be any of the game, because only the player's score sheet counts.
   */
  outlook?(state: S, player: number): Outlook | null;
  /** Why the expected final scores differ from the values of moves, in a sentence; null where they do not. */
  note?(state: S): string | null;
}

/** A query of the engine about a decision. */
export interface RemarkQuery {
  name: string;
  args: Record<string, unknown>;
}

/** A remark of the coach on a decision besides values and reasons. */
export interface GameRemark<S = unknown> {
  /** The query for it, or null if there is none about this decision; `objective` is that of its evaluation. */
  query(state: S, objective: string | null): RemarkQuery | null;
  /** The answer as one sentence, or null if there is nothing to say. */
  text(answer: unknown, state: S): string | null;
}

/** The parts of a game, such as its hands. */
export interface GameParts<S = unknown> {
  /** The name of a part in the singular: "hand". */
  name: string;
  /** The number of the part that a position belongs to, from 1. */
  of(state: S): number;
  /** The scores by player before the part that a position belongs to, or at the end, in the unit of the final scores. */
  scores?(state: S): readonly number[];
}

/** Hidden information. */
export interface GameHidden<S = unknown, A = unknown> {
  /**
   * The public part of a partly hidden move, "passes three cards"; null if the move is open. It replaces `actionText`
   * until the hand is over; `eventsText` keeps such secrets, too.
   */
  publicText(action: A, state: S): string | null;
  /** The player to whose knowledge (information set) a position was reduced; null for a complete one. */
  viewerOf(state: S): number | null;
  /** Enters a game from a table; absent where it cannot be entered. */
  seen?: GameComponent<SeenProps<S>>;
}

/** A game played on a board: first the members that every game has, then the optional ones. */
export interface GameUi<S = unknown, A = unknown> {
  /** The engine's id of the game. */
  rulesetId: string;
  /** Shows a position and accepts moves on it. */
  board: GameBoard<S, A>;
  /** Edits a position. */
  editor: GameComponent<EditorProps<S>>;
  /** Moves, events, results and numbers as text. */
  words: GameWords<S, A>;
  /** Whether two actions are the same move. */
  sameAction(a: A, b: A): boolean;
  /** The filters for practice positions. */
  practice: GamePractice;
  /** How to play, and the board's keys. */
  help: GameHelp;

  /** Lines on the board, and reasons by kind. */
  analysis?: GameAnalysis<S>;
  /** Named chance outcomes, or throws entered by hand. */
  chance?: GameChance<S>;
  /** Final scores that mean more than who won. */
  finalScore?: GameFinalScore<S>;
  /** A remark on each decision. */
  remark?: GameRemark<S>;
  /** The hands of a game that has several. */
  parts?: GameParts<S>;
  /** Hidden information. */
  hidden?: GameHidden<S, A>;
  /** Statistics over the games on this device. */
  statistics?: GameStatistics<S>;
}
