/** The texts of the open game's head: its facts, how the choices compare, and what the figures mean. */
import { STRENGTH } from "./strength";
import { counted } from "../../../core/words";
import { lacksText } from "./phrases";

export const GAME_WORDS = {
  label: "The game",
  oneDecision: "One decision",
  close: "Close",
  backToGame: "Back to the game",
  closeGame: "Close this game",
  winner: "Winner",
  notKnown: "not known",
  decisions: "Decisions",
  withChoice: "With a choice",
  choiceInferred: "Choice inferred",
  exactPicks: "Picks exactly what you chose",
  byScore: "Your choices by score",
  onlyOrder: "Only the order",
  notInferred: "Not known",
  repeats: "Repeats",
  loops: "Loops",
  figures: "Figures",
  keywordsHint: "Keywords agree more than the coach?",
  keywords:
    "Bots and many players drain and deploy whenever they can, and these are the words that Keywords looks for first: it guesses what is " +
    "usual. The coach passes where it finds no gain. Agreement is not strength: with sample decks, the coach " +
    `${STRENGTH}, which is Keywords.`,
  inferred: "Your choices are inferred from what comes next in the log. This game stays in this browser until you close it.",
} as const;

/** "It lacks the hand and the Force piles." */
export function lacksSentence(lacks: readonly string[]): string {
  return `It lacks ${lacksText(lacks)}.`;
}

/** "3 warnings about this log". */
export function warningsText(count: number, source: "log" | "decision"): string {
  return `${counted(count, "warning")} about this ${source}`;
}

export const FIGURES_HEADING = "What these figures mean";

/** The figures of the head and what each means. */
export const FIGURES: readonly (readonly [string, string])[] = [
  ["Coach", "How often its first pick is exactly what you chose."],
  [
    "Same",
    "As good by score: ties count, so there may be more of these than exact picks. Close is less than 10 points behind the " +
      "coach's pick, Different less than 30, Far is further behind, or ruled out.",
  ],
  ["Only the order", "You took the coach's pick later in the same phase, or it was graded before. It counts as none of the four."],
  ["Not known", "Nothing in the log shows what you chose, or you took it back."],
  ["Repeats", "Choices in a loop that changed nothing. They count nowhere else."],
  ["Always pass", "Passes whenever it can: the agreement of a player who does nothing."],
  ["Keywords", "Picks by words in the options, such as “deploy”, and knows nothing about the game."],
];

export const KINDS_WORDS = {
  heading: "Agreement by kind of decision",
  kind: "Kind",
  choices: "Choices",
} as const;
