/** Words of the mode "Play". */
import { YOU } from "../../games/types";
import { capital, countWord } from "../../core/words";
import { possessive } from "./names";

export const PLAY = {
  title: (game: string): string => `Play ${game}`,
  /** Over the board: whose turn it is, or what is going on. */
  turn: {
    elsewhere: "Open in another tab",
    moveWaits: "Your move is waiting for the engine",
    claiming: "Playing out the rest",
    at: (move: number, moves: number): string => `Move ${move} of ${moves}`,
    enter: (name: string): string => `Enter ${name === YOU ? "your" : possessive(name)} throw`,
    move: (name: string): string => `${possessive(name)} move`,
    thinking: (name: string): string => `${name} is thinking`,
    waiting: (name: string): string => `${name} is to move`,
  },
  /** Over what the coach says. */
  heading: {
    hint: "Hint",
    last: (name: string): string => `${possessive(name)} last move`,
    move: (move: number, name: string): string => `Move ${move}, ${name}`,
  },
  /** In place of a grade. */
  quiet: {
    secret: "The coach does not comment on the other players' moves while their cards are hidden.",
    off: "The coach is off. Turn it on in the settings, or review the game afterwards.",
    ready: "Make a move: the coach then says what it cost, and why.",
    ungraded: "This move has not been graded.",
  },
  coachOff: "Coach is off",
  notSaved: (note: string): string => `Not saved. ${note}`,
  otherTab: (game: string): string => `${game} is open in another tab.`,
  takeOver: "Play here",
  otherTabEmpty: "No game has been started in the other tab.",
  opening: "Opening your game …",
  claim: "Claim",
  claimRest: "Claim the rest",
  claimNote: "Claim the rest of the hand, once it is decided",
  playOn: "Play on from here",
  somebody: "The opponent",
  opponentFailed: (reason: string): string => `${reason} The opponent could not move.`,
} as const;

/** The line under a game: how it was begun. */
export const ORIGIN = {
  alone: "Alone",
  people: (count: number): string => `${capital(countWord(count))} people`,
  against: (role: string | undefined, opponents: string): string => `${role === undefined ? "Against" : `${role} against`} ${opponents}`,
  seed: "seed",
  daily: (day: string): string => `The daily game of ${day}.`,
  again: (part: string): string => `${part}, played again.`,
  backToLeft: "Back to the game you left",
  secondGame: (score: string): string => `The second game of a match; the first ended with ${score}.`,
} as const;

export const SUMMARY = {
  cost: (name: string): string => `${possessive(name)} moves cost`,
  /** @param gain negative if luck was against the player */
  luck: (name: string, gain: number): string => `luck ${gain < 0 ? "cost" : "gave"} ${name === YOU ? "you" : name}`,
  costliest: "Costliest decisions",
  /** After it, where they are judged by that. */
  byChance: ", by the chance to win that they lost",
  review: "Review the game",
  learn: "Learn from mistakes",
  learnOf: (name: string): string => `Learn from ${possessive(name)} mistakes`,
  copy: "Copy result",
  result: "Result",
  move: (move: number): string => `Move ${move}`,
  swap: (chance: string): string => `Swap roles, same ${chance}`,
} as const;

export const BALANCE = { skill: "Skill", luck: "Luck" } as const;

export const STATISTICS = {
  heading: "Your games so far",
  reset: "Reset",
  confirmReset: "Really reset?",
  note: "Kept in this browser only.",
} as const;

/** Results of a match of two games with swapped roles. */
export const MATCH = {
  /** Of two people at one screen, who are named by the game in which they had the role. */
  ofPeople: (role: string, first: number, second: number): string => {
    const winner = `whoever played ${role} ${first > second ? "first" : "second"} wins the match`;
    return `${role} scored ${first} in the first game and ${second} in the second: ${first === second ? "the match is a draw" : winner}.`;
  },
  /** "As Order: You 87, Greedy 64. You win the match."; `winner` is null for a draw. */
  result: (role: string, first: readonly [string, number], second: readonly [string, number], winner: string | null): string => {
    const end = winner === null ? "The match is a draw." : `${winner} ${winner === YOU ? "win" : "wins"} the match.`;
    return `As ${role}: ${first[0]} ${first[1]}, ${second[0]} ${second[1]}. ${end}`;
  },
} as const;

/** The result of a game as one line to share. */
export const RESULT = {
  daily: (day: string): string => `daily ${day}`,
  seed: (seed: number): string => `seed ${seed}`,
  par: (score: string): string => ` (par ${score})`,
  alone: "alone",
  people: (count: number): string => `${countWord(count)} people`,
  against: (opponents: string): string => `against ${opponents}`,
  without: (option: string): string => `without ${option}`,
} as const;

/** A result without the scores of the others, which the summary has: "You won with 1 point." */
export const briefly = (result: string): string => result.replace(/;.*/, ".");
