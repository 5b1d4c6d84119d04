/** What a game gives the screens: a board, an editor and its words. No rules: those are asked of the engine. */
import type { Component } from "svelte";

/**
 * A component of a game's own: checked against the game's types where it is given, drawn by screens that know none.
 *
 * Functions that take a game's states and actions are written as methods, here and below: so a `GameUi` of any game is
 * a `GameUi`.
 */
export type GameComponent<P extends object> = { draw(...args: Parameters<Component<P>>): ReturnType<Component<P>> }["draw"];

export type MarkKind = "best" | "user" | "hint" | "line";

/** An action drawn on the board. */
export interface BoardMark<A = unknown> {
  action: A;
  kind: MarkKind;
  label?: string;
  /** Whose move it is, where it has been made already; absent is whoever is to move on the board. */
  player?: number;
}

/** What a board may show of an evaluation: what each candidate is worth, best first. */
export interface BoardEvaluation {
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
  /** By player: `YOU`, the name of a level, or a number; where players have roles, a person of several goes by theirs. */
  playerNames: string[];
  /** Drawn on the board as arrows and highlights. */
  marks: BoardMark<A>[];
  /** What may be seen of the position on screen: with hints on, or of a move that was graded. */
  evaluation: BoardEvaluation | null;
  animate: boolean;
  /** Letters or patterns on the pieces, besides their colour. */
  colorMarks: boolean;
  onAction(action: A): void;
  /** A move was tried that is not legal: a plain sentence, and the move, so that the engine can be asked why. */
  onIllegal(sentence: string, action: A): void;
  /** The move that would be played if the pointer were released now, or null. */
  onPreview?(action: A | null): void;
  /**
   * In a game of hidden information the state is whole, and the board shows what the player of `perspective` may
   * know of it; with `reveal` it shows everything. Absent is false.
   */
  reveal?: boolean;
  /**
   * Asks a query of the game ("beliefs") about whatever `args` name; rejects if the engine cannot answer.
   * An answer may arrive when the position has moved on: the board drops it then.
   */
  ask?: (query: string, args: Record<string, unknown>) => Promise<unknown>;
}

/** A fault in an edited position: `path` is dotted from the state, `players.0.wall`. */
export interface FieldError {
  path: string;
  text: string;
}

export interface EditorProps<S = unknown> {
  state: S;
  onChange(state: S): void;
  errors: FieldError[];
}

/** What a final score is worth among people: it holds from `score` on. */
export interface ScoreBand {
  score: number;
  name: string;
}

/** What the person is called where players are named; whoever writes sentences minds the grammar. */
export const YOU = "You";

interface FilterBase {
  /** Where it goes in the params of the generator, dotted, in `camelCase`: `filterConfig.minValueGap`. */
  path: string;
  /** Short, with hyphens: names the field for tests and for the page. */
  id: string;
  label: string;
}

/** A choice among a few; that it does not matter is always one, and stands first. */
export interface ChoiceFilter extends FilterBase {
  kind: "choice";
  options: readonly { value: string | number; label: string }[];
}

/** A number from `min` on, or none. */
export interface NumberFilter extends FilterBase {
  kind: "number";
  min: number;
  step: number;
}

/** What a person may want of a position to practise on. */
export type ScenarioFilter = ChoiceFilter | NumberFilter;

export interface Shortcut {
  keys: string;
  does: string;
}

/** A question for the spread of a player's final score. */
export interface Outlook {
  /** The args of the query "density". */
  args: Record<string, unknown>;
  /** It takes long to answer, so it is not asked in passing. */
  heavy: boolean;
}

/** One line of the statistics panel, ready to read. */
export interface StatisticsLine {
  label: string;
  /** With its unit: "6.4 points". */
  value: string;
}

/** What has been counted on this device so far: the game's own counts, and those every game has. */
export interface StatisticsTotals {
  /** Games played to the end. */
  games: number;
  /** Parts of games (hands) of which every own decision was graded, and what these decisions cost together. */
  gradedParts: number;
  loss: number;
  /** The game's own counts, by the names it gave them; 0 where nothing was counted yet. */
  count(name: string): number;
}

/** What a game counts over all games of the person on this device. */
export interface GameStatistics<S = unknown> {
  /** What a position that has just come about adds, from its `last_events`, for the person's seat: `{ hands: 1 }`. */
  counts(state: S, player: number): Record<string, number>;
  /** What the panel shows; not asked before something was counted. */
  lines(totals: StatisticsTotals): StatisticsLine[];
}

/** What a line of play comes to where chance, or the end of the game, follows its last move. */
export interface LineEnd<S = unknown> {
  /** The position as far as it can be known: without what chance brings. */
  state: S;
  /** How it came out, in sentences; the last says why there is nothing to show after it. */
  told: readonly string[];
}

/** The board of a game. */
export interface GameBoard<S = unknown, A = unknown> {
  component: GameComponent<BoardProps<S, A>>;
  /** One view serves all: with several people at one screen it does not turn to whoever is to move. */
  oneView?: boolean;
}

/** How a game is spoken of. */
export interface GameWords<S = unknown, A = unknown> {
  /** "3 Blue from factory 2 to line 4" */
  actionText(action: A, state: S): string;
  /** The same in notation, short enough for a list. */
  actionShort(action: A, state?: S | null): string;
  /** Sentences of the state's `last_events`, for the log and for screen readers; the first is the move itself. */
  eventsText(state: S, names: readonly string[]): string[];
  /** Who won, in a sentence, of a game that is over: "You won." */
  resultText(state: S, names: readonly string[]): string;
  /** A number of the game's unit with its unit, "1.3 points". */
  unitText(value: number): string;
  /** What a value is as people count it, where that is not its own number: "expected final score 254.3". */
  worthText?(ev: number, state: S): string;
  /** A value of an option of a new game, where it is not its own name: "7 × 7". */
  optionText?(key: string, value: string | number): string | null;
  /** Where this player sits, seen from `perspective`: "left". Set where there are more than two players. */
  seatName?(player: number, perspective: number): string;
}

/** What can be asked of a position to practise on. */
export interface GamePractice {
  filters: readonly ScenarioFilter[];
  /** A sentence below the filters. */
  note: string;
}

/** What the help panel says of a game. */
export interface GameHelp {
  /** The board's keys. */
  shortcuts: Shortcut[];
  /** How to play, a paragraph each. */
  howTo: string[];
}

/** What the coach can show of a move besides its value. */
export interface GameAnalysis<S = unknown> {
  /**
   * The end of a line that is shown on the board: of a position with what chance has just brought, or the last of a
   * game. A game without it shows no lines.
   */
  lineEnd?(state: S, names: readonly string[]): LineEnd<S>;
  /** How many kinds of points the reasons of a candidate tell apart; absent where there are no reasons to show. */
  reasonKinds?: number;
}

/** What chance brings, where the game has a word of its own for it or lets it be entered by hand. Azul draws tiles and has neither. */
export interface GameChance<S = unknown> {
  /** What chance brings, in the plural: "tokens". Who plays with the same seed gets the same of them. */
  name?: string;
  /** Whether the position waits for what fell on the table, which is entered by hand: that is nobody's decision. */
  awaitsEntry?(state: S): boolean;
}

/** How final scores are read. */
export interface GameFinalScore<S = unknown> {
  /** Both players count one score, that of the first player: high is good for the first, low for the other. */
  shared?: boolean;
  /** What this player's final score is worth among people, lowest first; none where that is not known. */
  bands?(state: S, player: number): readonly ScoreBand[];
  /**
   * How to ask for the spread of a player's final score, from the start of a turn; null when it is not to be had.
   * The position may be any of the game: what stands on the player's sheet counts.
   */
  outlook?(state: S, player: number): Outlook | null;
}

/** The parts that a game is played in, its hands. */
export interface GameParts<S = unknown> {
  /** What a part is called, in the singular: "hand". */
  name: string;
  /** The part that the position belongs to, from 1: the number of the hand. */
  of(state: S): number;
}

/** What not everybody sees. */
export interface GameHidden<S = unknown, A = unknown> {
  /**
   * What everybody may know of a move of which others do not see all, "passes three cards"; null where it is open.
   * Said in its place, in the words of `actionText`, as long as the hand goes on; `eventsText` keeps such secrets, too.
   */
  publicText(action: A, state: S): string | null;
  /** The player whose view a position is that was cut down to what one player knows; null for a whole one. */
  viewerOf(state: S): number | null;
}

/** A game that is played on a board: what every game brings, then what only some have. */
export interface GameUi<S = unknown, A = unknown> {
  /** The engine's name of the game. */
  rulesetId: string;
  /** Shows a position and takes moves on it. */
  board: GameBoard<S, A>;
  /** Sets a position up by hand. */
  editor: GameComponent<EditorProps<S>>;
  /** Moves, events, results and numbers in words. */
  words: GameWords<S, A>;
  /** Whether two actions are the same move. */
  sameAction(a: A, b: A): boolean;
  /** What positions to practise on can be picked by. */
  practice: GamePractice;
  /** How to play, and the board's keys. */
  help: GameHelp;

  /** Lines on the board, and reasons by kind. */
  analysis?: GameAnalysis<S>;
  /** Where what chance brings has a name of its own, or is entered by hand. */
  chance?: GameChance<S>;
  /** Where final scores mean more than who won. */
  finalScore?: GameFinalScore<S>;
  /** In a game of several hands. */
  parts?: GameParts<S>;
  /** In a game where players see less than there is. */
  hidden?: GameHidden<S, A>;
  /** What is counted over the games on this device. */
  statistics?: GameStatistics<S>;
}
