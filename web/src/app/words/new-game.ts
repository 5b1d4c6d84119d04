/** Words of the form for a new game. */
import { capital, countWord } from "../../core/words";

export const NEW_GAME = {
  heading: (game: string): string => `New game of ${game}`,
  opponent: "Opponent",
  opponents: (count: number): string => `${count} opponents`,
  alone: { name: "Alone", description: "A game by yourself; your moves are graded." },
  friend: { name: "A friend at this screen", description: "Two people taking turns; the moves of both are graded." },
  friends: (least: number, most: number) => ({
    name: "Friends at this screen",
    description: `${capital(countWord(least))} to ${countWord(most)} people taking turns; the moves of all are graded.`,
  }),
  people: "People",
  names: "Names",
  nameOf: (player: string): string => `Name of ${player}`,
  sameName: (name: string): string => `Two people cannot both be called ${name}.`,
  each: { name: "Choose each", description: "A separate level for each opponent." },
  par: (scores: readonly string[]): string => `par ${scores.join(" or ")}`,
  parNote: "Par is what the coach itself scores on average against that level.",
  options: "Options",
  range: (min: number, max: number, description: string): string => `${min} to ${max}${description === "" ? "" : `. ${description}`}`,
  side: "You play",
  sides: { first: "First", second: "Second", random: "Random" },
  seed: "Seed",
  wrongSeed: "A seed is a whole number, or empty for a random one.",
  wrongNumber: (title: string, min: number, max: number): string => `${title}: ${min} to ${max}`,
  daily: "Daily game",
  start: "Start game",
  /** Under a game from a link; `chance` is what the seed decides, such as "tiles". */
  sentNote: (chance: string): string => `You were sent this game: its seed gives you the same ${chance}.`,
  seedNote: (chance: string): string => `The same seed gives everyone the same ${chance}. The daily game has a new seed every day.`,
  realDice: "With real dice the seed decides no throws.",
  anyChance: "luck",
  /** In a game without chance the seed decides what an opponent draws at random. */
  noChance: "opponent",
  opponentNumber: (number: number): string => `opponent ${number}`,
} as const;
