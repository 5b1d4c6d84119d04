/**
 * Types of the JSON that crosses the bridge. Generated from the engine's models by `make types`: do not edit.
 */

export type JsonValue = unknown;

export type EntropyAction = EntropySlide | EntropyPlace | "pass";

export type HeartsAction = HeartsPass | HeartsPlay;

export type YatzyAction = YatzyKeep | YatzyScore | YatzyEnter;

/**
 * Take all tiles of one colour from one source and put them on one line or the floor.
 */
export interface AzulAction {
  source: AzulFactory | "Center";
  color: "Blue" | "Yellow" | "Red" | "Black" | "White";
  destination: AzulPatternLineTarget | "Floor";
}

/**
 * A factory as the source of a move.
 */
export interface AzulFactory {
  Factory: number;
}

/**
 * A pattern line as the destination of a move.
 */
export interface AzulPatternLineTarget {
  PatternLine: number;
}

/**
 * The middle of the table.
 */
export interface AzulCenter {
  tiles: {
    Blue?: number;
    Yellow?: number;
    Red?: number;
    Black?: number;
    White?: number;
  };
  has_first_player_token: boolean;
}

/**
 * The floor line: its tiles in order of arrival, and whether the first-player token is there.
 */
export interface AzulFloorLine {
  tiles: ("Blue" | "Yellow" | "Red" | "Black" | "White")[];
  has_first_player_token: boolean;
}

/**
 * One pattern line: ``count_filled`` tiles of ``color`` in ``capacity`` places.
 */
export interface AzulPatternLine {
  capacity: number;
  color: ("Blue" | "Yellow" | "Red" | "Black" | "White") | null;
  count_filled: number;
}

/**
 * One player's board.
 */
export interface AzulPlayer {
  score: number;
  pattern_lines: AzulPatternLine[];
  wall: boolean[][];
  floor_line: AzulFloorLine;
}

/**
 * A position in the drafting phase, or the end of the game.
 */
export interface AzulState {
  state_version: 1;
  ruleset_id: "azul_v1_2p";
  active_player_id: number;
  seed: number | null;
  chance_counter: number;
  game_over: boolean | null;
  returns: (number | null)[];
  last_events: {
    [k: string]: JsonValue;
  }[];
  warnings: StateWarning[];
  scenario_seed: string | null;
  round_number: number;
  draft_phase_progress: ("EARLY" | "MID" | "LATE") | null;
  bag: {
    Blue?: number;
    Yellow?: number;
    Red?: number;
    Black?: number;
    White?: number;
  };
  lid: {
    Blue?: number;
    Yellow?: number;
    Red?: number;
    Black?: number;
    White?: number;
  };
  factories: {
    Blue?: number;
    Yellow?: number;
    Red?: number;
    Black?: number;
    White?: number;
  }[];
  center: AzulCenter;
  players: AzulPlayer[];
}

/**
 * An oddity in a state that can be evaluated nevertheless.
 */
export interface StateWarning {
  code: string;
  text: string;
}

/**
 * One action and its evaluation.
 */
export interface Candidate {
  action: JsonValue;
  ev: number;
  rollouts: number;
  stderr: number;
  reasons: Reason[];
  features: {
    [k: string]: number;
  };
  line: JsonValue[];
  bound: "upper" | null;
  compared: boolean;
  note: string | null;
  win_probability: number | null;
}

/**
 * A named part of a score; the parts of an additive evaluator sum exactly to ``ev``.
 */
export interface Reason {
  code: string;
  label: string;
  value: number;
  evaluator: string | null;
  input: number | null;
  weight_name: string | null;
  weight: number | null;
}

/**
 * A kind of decision that a game distinguishes, so that losses can be summed by kind.
 */
export interface DecisionKind {
  code: string;
  name: string;
}

/**
 * Move a token along its row or column, over empty cells.
 */
export interface EntropySlide {
  from: string;
  to: string;
}

/**
 * Place the drawn token on an empty cell.
 */
export interface EntropyPlace {
  cell: string;
}

/**
 * The score and palindromes of one row or column.
 */
export interface EntropyLine {
  code: string;
  score: number;
  palindromes: number[][];
}

/**
 * A position of two players; player 0 is Order, player 1 is Chaos.
 */
export interface EntropyState {
  state_version: 1;
  ruleset_id: "entropy_v1";
  active_player_id: number;
  seed: number | null;
  chance_counter: number;
  game_over: boolean | null;
  returns: (number | null)[];
  last_events: {
    [k: string]: JsonValue;
  }[];
  warnings: StateWarning[];
  size: 7 | 5;
  next_token_known: boolean;
  board: ("" | "R" | "G" | "Y" | "B" | "W" | "K" | "P")[];
  turn: "order" | "chaos";
  score: number;
  token: ("R" | "G" | "Y" | "B" | "W" | "K" | "P") | null;
  next_token: ("R" | "G" | "Y" | "B" | "W" | "K" | "P") | null;
  bag: {
    R?: number;
    G?: number;
    Y?: number;
    B?: number;
    W?: number;
    K?: number;
    P?: number;
  };
  lines: EntropyLine[];
  expected: number[];
}

/**
 * The answer of a bridge function that failed; bridge functions never raise.
 */
export interface ErrorAnswer {
  error: string;
  code:
    | "INVALID_JSON"
    | "UNKNOWN_RULESET"
    | "INVALID_STATE"
    | "INVALID_PARAMS"
    | "INVALID_PLAYER"
    | "INVALID_ACTION"
    | "ACTION_FAILED"
    | "NO_LEGAL_ACTIONS"
    | "ROLLOUT_FAILURE"
    | "GENERATION_FAILED"
    | "NOT_FOUND"
    | "UNSUPPORTED"
    | "INVALID_ARTIFACT"
    | "INTERNAL";
  context: {
    [k: string]: JsonValue;
  };
}

/**
 * Counts and circumstances of an evaluation.
 */
export interface EvaluationMetadata {
  elapsed_ms: number;
  rollouts_run: number;
  candidates_evaluated: number;
  total_legal_actions: number;
  seed: number;
  completed_within_budget: boolean;
  evaluator: string;
  decision: string | null;
  solved: boolean;
  round_solved: boolean;
  nodes: number;
  depth: number | null;
  ended_by: ("clock" | "work" | "solved" | "memory") | null;
  model_error: number;
  horizon: string | null;
  objective: ("points" | "block" | "shoot" | "win") | null;
  telemetry: {
    [k: string]: JsonValue;
  }[];
  notes: string[];
  strategy: {
    [k: string]: JsonValue;
  } | null;
  failed: string[];
  log: string[];
  engine: string;
  artifacts: {
    [k: string]: string;
  };
}

/**
 * The best action, its value, and (when graded) the comparison with the user's action.
 */
export interface EvaluationResult {
  best_action: JsonValue;
  best_action_ev: number;
  user_action: JsonValue;
  user_action_ev: number | null;
  delta_ev: number | null;
  delta_stderr: number | null;
  metadata: EvaluationMetadata;
  candidates: Candidate[];
  win_probability: number | null;
  grade: string | null;
  too_close: boolean | null;
  confidence: number | null;
  feedback: Feedback[];
  verdict: ("best" | "good" | "inaccuracy" | "mistake" | "blunder" | "undecided") | null;
  decided: boolean | null;
  win_loss: number | null;
  worse: number | null;
}

/**
 * One sentence about the difference between the user's move and the best.
 */
export interface Feedback {
  category: string;
  text: string;
  delta: number;
}

/**
 * An evaluator that ``EvaluatorParams.evaluator`` can name.
 */
export interface EvaluatorInfo {
  name: string;
  description: string;
  default: boolean;
  options_schema: {
    [k: string]: JsonValue;
  };
}

/**
 * Parameters of an evaluation: seed, budgets, candidates, policies, evaluator.
 */
export interface EvaluatorParams {
  evaluator_seed: number;
  time_budget_ms?: number;
  rollouts_per_action?: number;
  max_work?: number | null;
  shortlist_size?: number;
  rollout_config?: RolloutConfig;
  evaluator?: string | null;
  evaluator_options?: {
    [k: string]: JsonValue;
  };
}

/**
 * The rollout policies of the deciding player and of the opponents.
 */
export interface RolloutConfig {
  active_player_policy?: ("all_random" | "all_greedy") | Mixed;
  opponent_policy?: ("all_random" | "all_greedy") | Mixed;
}

/**
 * At every move greedy with probability ``greedy_ratio``, else random.
 */
export interface Mixed {
  mixed: MixedRatio;
}

/**
 * How often a mixed policy plays greedily.
 */
export interface MixedRatio {
  greedy_ratio: number;
}

/**
 * A game's entry in the registry.
 */
export interface GameInfo {
  ruleset_id: string;
  slug: string;
  name: string;
  summary: string;
  players: number;
  min_players: number;
  unit: string;
  capabilities: ("play" | "practise" | "review" | "grade" | "scenario" | "hidden_information")[];
  levels: Level[];
  presets: Preset[];
  options: {
    [k: string]: JsonValue;
  };
  evaluators: EvaluatorInfo[];
  queries: QueryInfo[];
  grades: GradeBand[];
  win_grades: GradeBand[];
  unsure_grade: string | null;
  verdict_limits: VerdictLimits[];
  decisions: DecisionKind[];
  roles: string[];
}

/**
 * A playing strength of the engine as an opponent.
 */
export interface Level {
  id: string;
  name: string;
  description: string;
  strength: string;
  params: {
    [k: string]: JsonValue;
  };
  pars: {
    [k: string]: number[];
  };
  strengths: {
    [k: string]: string[];
  };
}

/**
 * A named think time of the coach.
 */
export interface Preset {
  id: string;
  name: string;
  params: {
    [k: string]: JsonValue;
  };
  scale: ("points" | "win") | null;
}

/**
 * A game-specific query, called through ``query``.
 */
export interface QueryInfo {
  name: string;
  description: string;
  args_schema: {
    [k: string]: JsonValue;
  };
}

/**
 * A grade and the largest loss that still gets it, inclusive (null: no limit).
 */
export interface GradeBand {
  code: string;
  label: string;
  max_loss: number | null;
}

/**
 * The losses from which a move is no longer best, an inaccuracy, a mistake, a blunder.
 */
export interface VerdictLimits {
  scale: "points" | "win";
  unit: string;
  good: number;
  inaccuracy: number;
  mistake: number;
  blunder: number;
}

/**
 * The fields common to the states of all games.
 */
export interface GameState {
  state_version: 1;
  ruleset_id: string;
  active_player_id: number;
  seed: number | null;
  chance_counter: number;
  game_over: boolean | null;
  returns: (number | null)[];
  last_events: {
    [k: string]: JsonValue;
  }[];
  warnings: StateWarning[];
}

/**
 * Pass three cards.
 */
export interface HeartsPass {
  pass: string[];
}

/**
 * Play a card.
 */
export interface HeartsPlay {
  play: string;
}

/**
 * Rule variants, and the length of a game.
 */
export interface HeartsOptions {
  /**
   * Hearts may be led once Q♠ has been played.
   */
  queen_breaks_hearts: boolean;
  /**
   * Taking J♦ takes 10 points off the score.
   */
  jack_of_diamonds: boolean;
  /**
   * Shooting the moon takes 26 points off the score; by the usual rule, the others get 26 each.
   */
  moon_subtracts: boolean;
  /**
   * The holder of 2♣ may lead any club to the first trick; by the usual rule, it must be 2♣.
   */
  first_lead_any_club: boolean;
  /**
   * The game ends after the hand in which somebody reaches this many points.
   */
  points_to_end: number;
}

/**
 * A position of four players, whole or as one of them sees it (then the others' cards are only counted).
 */
export interface HeartsState {
  state_version: 1;
  ruleset_id: "hearts_v1";
  active_player_id: number;
  seed: number | null;
  chance_counter: number;
  game_over: boolean | null;
  returns: (number | null)[];
  last_events: {
    [k: string]: JsonValue;
  }[];
  warnings: StateWarning[];
  options: HeartsOptions;
  phase: "pass" | "play" | "done";
  pass_direction: "left" | "right" | "across" | "hold";
  hands: (string[] | number)[];
  passed: (string[] | number)[];
  received: (string[] | number)[];
  leader: number | null;
  trick: string[];
  trick_history: HeartsTrick[];
  hearts_broken: boolean;
  points: number[];
  scores: number[];
}

/**
 * A completed trick, with its cards in the order played.
 */
export interface HeartsTrick {
  leader: number;
  cards: string[];
  winner: number;
  points: number;
}

/**
 * An answer in the server's format: an id, comma-separated ids, an index, an amount, or empty to pass.
 */
export interface SwccgAction {
  answer: string;
  built: boolean;
}

/**
 * A battle under way.
 */
export interface SwccgBattleModel {
  location: number;
  cards: string[];
  power: SwccgBothNumbers;
  destiny_draws: SwccgBothCounts;
  attrition: SwccgBothNumbers;
  damage: SwccgBothNumbers;
}

/**
 * A number for each player; null where there is none.
 */
export interface SwccgBothNumbers {
  seat: number | null;
  opponent: number | null;
}

/**
 * A count for each player.
 */
export interface SwccgBothCounts {
  seat: number;
  opponent: number;
}

/**
 * Everything known about the table, the piles and the seat's hand.
 */
export interface SwccgBoardModel {
  piles: SwccgBothPiles;
  force_generation: SwccgBothNumbers;
  locations: SwccgLocationModel[];
  cards: SwccgCardModel[];
  battle: SwccgBattleModel | null;
  seen: string[];
  shown: string[];
  messages: string[];
}

/**
 * Both players' piles; null where unknown.
 */
export interface SwccgBothPiles {
  seat: SwccgPilesModel | null;
  opponent: SwccgPilesModel | null;
}

/**
 * How many cards a player has in each pile and in hand.
 */
export interface SwccgPilesModel {
  force: number;
  hand: number;
  reserve: number;
  used: number;
  lost: number;
  out_of_play: number;
}

/**
 * A location on the table, with the power of both sides; null where a side has nobody.
 */
export interface SwccgLocationModel {
  index: number;
  card_id: string;
  blueprint_id: string;
  system: string | null;
  owner: ("seat" | "opponent") | null;
  power: SwccgBothNumbers;
}

/**
 * A card on the table or in the seat's hand.
 */
export interface SwccgCardModel {
  card_id: string;
  blueprint_id: string;
  zone: string;
  owner: ("seat" | "opponent") | null;
  location: number | null;
  attached_to: string | null;
}

/**
 * A decision: the question, its options and limits.
 */
export interface SwccgDecisionModel {
  decision_type: string;
  kind: string;
  text: string;
  min: number;
  max: number;
  default: number | null;
  no_pass: boolean;
  options: SwccgOptionModel[];
  mentions: string[];
  repeats: {
    [k: string]: number;
  };
  taken: {
    [k: string]: number;
  };
  fruitless: {
    [k: string]: number;
  };
  drained: {
    [k: string]: number;
  };
  any_change: boolean;
}

/**
 * An option of a decision.
 */
export interface SwccgOptionModel {
  answer: string;
  text: string;
  card_id: string | null;
  blueprint_id: string | null;
  selectable: boolean;
  preselected: boolean;
  action: string;
}

/**
 * Something that a card's text says, with its condition in the card's words; empty if it always holds.
 */
export interface SwccgEffectModel {
  kind: string;
  amount: number;
  what: string;
  when: string;
  side: "" | "dark" | "light";
}

/**
 * What is printed on a card; null where it lacks a statistic.
 */
export interface SwccgFactsModel {
  blueprint_id: string;
  title: string;
  side: "dark" | "light";
  type: string;
  subtype: string;
  power: number | null;
  ability: number | null;
  deploy: number | null;
  forfeit: number | null;
  destiny: number | null;
  armor: number | null;
  maneuver: number | null;
  hyperspeed: number | null;
  landspeed: number | null;
  dark_icons: number;
  light_icons: number;
  unique: boolean;
  icons: string[];
  characteristics: string[];
  matching: string[];
  matching_weapon: string[];
  parsec: number | null;
  pulls: string[];
  effects: SwccgEffectModel[];
}

/**
 * A decision of a recorded game, with everything its player could know at that moment.
 */
export interface SwccgState {
  state_version: 1;
  ruleset_id: "swccg_gemp_v1";
  active_player_id: 0;
  seed: number | null;
  chance_counter: number;
  game_over: boolean | null;
  returns: (number | null)[];
  last_events: {
    [k: string]: JsonValue;
  }[];
  warnings: StateWarning[];
  replay_id: string | null;
  index: number | null;
  seat: string;
  opponent: string | null;
  side: ("dark" | "light") | null;
  phase: string | null;
  turn: number;
  whose_turn: string | null;
  lacks: string[];
  board: SwccgBoardModel;
  titles: {
    [k: string]: string;
  };
  cards: {
    [k: string]: SwccgFactsModel;
  } | null;
  decision: SwccgDecisionModel;
}

/**
 * Leave some dice on the table and throw the others.
 */
export interface YatzyKeep {
  keep: boolean[];
}

/**
 * Fill a category with the dice on the table.
 */
export interface YatzyScore {
  score:
    | "ones"
    | "twos"
    | "threes"
    | "fours"
    | "fives"
    | "sixes"
    | "one_pair"
    | "two_pairs"
    | "three_of_a_kind"
    | "four_of_a_kind"
    | "small_straight"
    | "large_straight"
    | "full_house"
    | "chance"
    | "yatzy";
}

/**
 * Enter dice that were thrown by hand; kept dice stay as they are.
 */
export interface YatzyEnter {
  enter: number[];
}

/**
 * House rules, and whether the players throw real dice.
 */
export interface YatzyOptions {
  /**
   * Worth the sum of the dice.
   */
  five_of_a_kind_is_full_house: boolean;
  /**
   * Worth the sum of the four.
   */
  four_of_a_kind_is_two_pairs: boolean;
  /**
   * Throw your own dice at the table and enter the results.
   */
  real_dice: boolean;
}

/**
 * One player's card; all fields but ``scores`` are derived from it.
 */
export interface YatzyPlayer {
  scores: {
    ones?: number;
    twos?: number;
    threes?: number;
    fours?: number;
    fives?: number;
    sixes?: number;
    one_pair?: number;
    two_pairs?: number;
    three_of_a_kind?: number;
    four_of_a_kind?: number;
    small_straight?: number;
    large_straight?: number;
    full_house?: number;
    chance?: number;
    yatzy?: number;
  };
  upper: number;
  bonus: number;
  total: number;
}

/**
 * A position of one to six players.
 */
export interface YatzyState {
  state_version: 1;
  ruleset_id: "yatzy_v1";
  active_player_id: number;
  seed: number | null;
  chance_counter: number;
  game_over: boolean | null;
  returns: (number | null)[];
  last_events: {
    [k: string]: JsonValue;
  }[];
  warnings: StateWarning[];
  options: YatzyOptions;
  players: YatzyPlayer[];
  dice: (number | null)[];
  rolls_left: number;
  points: {
    ones?: number;
    twos?: number;
    threes?: number;
    fours?: number;
    fives?: number;
    sixes?: number;
    one_pair?: number;
    two_pairs?: number;
    three_of_a_kind?: number;
    four_of_a_kind?: number;
    small_straight?: number;
    large_straight?: number;
    full_house?: number;
    chance?: number;
    yatzy?: number;
  };
}
