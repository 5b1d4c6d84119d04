/** The types of the engine's results for recorded SWCCG games, with its field names; evaluations come in camelCase. */

export type Side = "dark" | "light";
export type Who = "seat" | "opponent";
export type Grade = "SAME" | "CLOSE" | "DIFFERENT" | "FAR";
export type Mode = "behind" | "even" | "ahead";
export type Profile = "coach" | "document";

export interface Warning {
  code: string;
  text: string;
}

/** One decision of a replay, from the log. */
export interface DecisionRow {
  index: number;
  decision_type: string;
  kind: string;
  text: string;
  phase: string | null;
  turn: number | null;
  whose_turn: string | null;
  option_count: number;
  has_choice: boolean;
  /** "" is a pass; null is unknown. */
  inferred_answer: string | null;
  inferred_confidence: number;
  inferred_text: string | null;
  /** How many options look exactly like the inferred one, itself included. */
  alike?: number;
}

/** The result of `load_replay`. */
export interface Replay {
  replay_id: string;
  seat: string;
  opponent: string | null;
  side: Side | null;
  winner: string | null;
  events: number;
  warnings: Warning[];
  cards: { id: string | null; known: number; unknown: string[] };
  /** Card titles from the whole log, by blueprint: for display, never sent back. */
  titles?: Record<string, string>;
  decisions: DecisionRow[];
}

/** The result of `load_cards`. */
export interface CardsLoaded {
  cards: number;
  /** Accepted cards, for each side that was given. */
  taken: Partial<Record<Side, number>>;
  skipped: { side: string; index: number; id: string | null; reason: string }[];
  /** The number of skipped cards; `skipped` lists only the first ones. */
  skipped_in_all: number;
  id: string | null;
}

export interface ScoredOption {
  answer: string;
  text: string;
  score: number;
  vetoed: boolean;
}

/** One decision with a choice, scored. */
export interface ReviewRow {
  index: number;
  decision_type: string;
  kind: string;
  text: string;
  phase: string | null;
  turn: number | null;
  whose_turn: string | null;
  best_answer: string;
  best_text: string;
  best_score: number;
  inferred_answer: string | null;
  inferred_text: string | null;
  inferred_confidence: number;
  alike?: number;
  inferred_score: number | null;
  gap: number | null;
  grade: Grade | null;
  stakes: number;
  mode: Mode;
  loop: number;
  /** How often exactly this choice was made before without effect. */
  again?: number;
  /** Only the order differs, or it was graded before: it has no grade of its own. */
  taken_later?: boolean;
  /** It was graded before, as an amount of Force to activate; then `taken_later` is set, too. */
  graded_before?: boolean;
  options: ScoredOption[];
  option_count: number;
  flipped: boolean;
  default_answer: string;
  default_text: string;
  failed: string[];
  baselines: Partial<Record<string, string>>;
}

/** By evaluator, the share of decisions in which it picks the inferred answer; null without any decision. */
export type Agreement = Partial<Record<string, number | null>>;

export interface KindSummary {
  kind: string;
  name: string;
  decisions: number;
  same: number;
  agreement: Agreement;
}

export interface ReviewSummary {
  decisions: number;
  known: number;
  same: number;
  close: number;
  different: number;
  far: number;
  flipped: number;
  /** Distinct loops, and the decisions that only repeat, which are in no other count. */
  loops: number;
  repeats?: number;
  /** Decisions in which only the order differs, which count neither as different nor as far. */
  order_only?: number;
  agreement: Agreement;
  by_kind: KindSummary[];
}

/** The result of `review`. */
export interface Review {
  replay_id: string;
  cards: string | null;
  weights: string;
  profile: Profile;
  decisions: ReviewRow[];
  summary: ReviewSummary;
  /** Weight -> the decisions in which it counts. */
  touched?: Partial<Record<string, number[]>>;
}

export interface WeightRow {
  name: string;
  group: string;
  label: string;
  value: number;
  minimum: number;
  maximum: number;
  /** Whether the source document names it. */
  document: boolean;
}

/** The result of `card_rules`: rules without a mistake, as TOML. */
export interface CardRules {
  id: string;
  count: number;
  text: string;
}

/** The result of `weights`. */
export interface WeightsTable {
  id: string;
  profiles: Profile[];
  groups: { code: string; name: string; description: string }[];
  weights: WeightRow[];
}

export interface Piles {
  force: number | null;
  hand: number | null;
  reserve: number | null;
  used: number | null;
  lost: number | null;
  out_of_play: number | null;
}

export type ByWho<T> = Record<Who, T>;

export interface BoardLocation {
  index: number;
  card_id: string | null;
  blueprint_id: string | null;
  system: string | null;
  owner: Who | null;
  /** Null where nobody is there. */
  power: ByWho<number | null>;
}

export interface BoardCard {
  card_id: string;
  blueprint_id: string;
  zone: string;
  owner: Who;
  location: number | null;
  attached_to: string | null;
}

export interface Battle {
  location: number | null;
  cards: string[];
  power?: Partial<ByWho<number | null>> | null;
  destiny_draws?: Partial<ByWho<number | null>> | null;
  attrition?: Partial<ByWho<number | null>> | null;
  damage?: Partial<ByWho<number | null>> | null;
}

export interface Board {
  piles: ByWho<Piles | null>;
  force_generation: ByWho<number | null>;
  locations: BoardLocation[];
  cards: BoardCard[];
  battle: Battle | null;
  seen: string[];
  /** What the opponent has shown of its deck. */
  shown: string[];
  messages: string[];
}

export interface DecisionOption {
  answer: string;
  text: string;
  card_id: string | null;
  blueprint_id: string | null;
  selectable: boolean;
  preselected: boolean;
}

export interface Decision {
  decision_type: string;
  kind: string;
  text: string;
  min: number | null;
  max: number | null;
  default: string | number | null;
  no_pass: boolean;
  options: DecisionOption[];
  repeats: Record<string, number>;
}

export interface CardFacts {
  title: string;
  type?: string | null;
  subtype?: string | null;
  power?: number | null;
  ability?: number | null;
  deploy?: number | null;
  forfeit?: number | null;
  destiny?: number | null;
}

/** The result of `decision_state` and `parse_decision`; it is sent back to the engine unchanged. */
export interface State {
  ruleset_id: string;
  warnings: Warning[];
  replay_id: string | null;
  index: number | null;
  seat: string;
  opponent: string | null;
  side: Side | null;
  phase: string | null;
  turn: number | null;
  whose_turn: string | null;
  lacks: string[];
  board: Board;
  titles: Record<string, string>;
  cards: Record<string, CardFacts>;
  decision: Decision;
}

/** A distribution of destiny totals, ascending. */
export interface Destiny {
  draws: number;
  mean: number;
  totals: number[];
  chances: number[];
}

export interface Fighter {
  power: number;
  ability: number | null;
  forfeit: number;
  destiny: Destiny;
  /** Number of unknown cards, each counted like an average character. */
  assumed: number;
}

export interface BattleOutlook extends ByWho<Fighter> {
  win: number;
  lose: number;
  dealt: number;
  taken: number;
}

export interface LocationOutlook {
  index: number;
  /** The Force drain of whoever controls the location. */
  drain: number | null;
  their_drain: number | null;
  /** Where both sides are present and some card there is known. */
  battle: BattleOutlook | null;
  /** Whether there are no odds because no card there is known. */
  unknown: boolean;
}

/** What is known of the opponent, from the cards it has shown. */
export interface OpponentOutlook {
  /** Type of card -> number of cards, most first. */
  types: Record<string, number>;
  /** Number of cards without facts. */
  unknown: number;
  destiny: Destiny;
  /** Its Force in its next turn, the cards in its hand, and the power it can be expected to deploy. */
  force: number | null;
  hand: number | null;
  power: number | null;
}

/** The result of `outlook`. */
export interface Outlook {
  locations: LocationOutlook[];
  /** The next destiny draw; null if nothing is known about it. */
  destiny: Destiny | null;
  /** Null if nothing is known. */
  opponent: OpponentOutlook | null;
}

export interface Action {
  answer: string;
}

export interface Contribution {
  code: string;
  label: string;
  value: number;
  evaluator?: string | null;
  input?: number | null;
  weightName?: string | null;
  weight?: number | null;
}

export interface Scored {
  action: Action;
  ev: number;
  note: string | null;
  features: Record<string, number>;
  reasons: Contribution[];
}

export interface Strategy {
  mode: Mode;
  reasons: { code: string; label: string; value: number }[];
  groups: Record<string, number>;
}

export interface Evaluation {
  bestAction: Action;
  bestActionEv: number;
  userAction: Action | null;
  userActionEv: number | null;
  deltaEv: number | null;
  grade: Grade | null;
  candidates: Scored[];
  metadata: {
    totalLegalActions: number;
    strategy?: Strategy | null;
    failed?: string[];
    log?: string[];
    notes: string[];
    artifacts: Record<string, string | null>;
  };
}

/** A long task that can be stopped. */
export interface Work {
  /** What is being done, for display. */
  what: string;
  /** From 0 to 1; null if unknown. */
  progress: number | null;
  stop: () => void;
}
