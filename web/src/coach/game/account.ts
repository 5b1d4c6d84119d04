/** The running account of a game: losses by decisions (skill), gains by chance (luck), and the mistakes in order. */
import type { Decision, GameState } from "../../core/session";
import { sumNamed, sumSigned } from "../text/sums";

export interface Account {
  /** Sum of losses by player; never positive. */
  skill: number[];
  /** The part of it by moves with the verdict "undecided". */
  undecided: number[];
  /** Sum of gains and losses by chance, by player. */
  luck: number[];
  /** Graded decisions, by player. */
  graded: number[];
  /** Decisions made, by player. */
  made: number[];
  /** Whether luck is missing from the sums: that of the hand in play is left out, because it would reveal hidden cards. */
  withheld: "none" | "some" | "all";
  /** Whether there is luck to show: the game has chance, and its luck is in the unit of the losses. */
  chance: boolean;
  /** The losses of moves that are judged in another unit, which do not add up with the others; null where there are none. */
  apart: { unit: string; skill: number[]; graded: number[] } | null;
}

/**
 * The account of the decisions played so far.
 *
 * @param chance whether the game has chance
 * @param decides whether a position is a decision, rather than a throw to be entered
 */
export function accountOf(
  decisions: readonly Decision[],
  players: number,
  chance: boolean,
  decides: (state: GameState) => boolean = () => true,
): Account {
  const zeros = (): number[] => new Array<number>(players).fill(0);
  const sums = { skill: zeros(), undecided: zeros(), luck: zeros(), graded: zeros(), made: zeros() };
  const account: Account = { ...sums, withheld: "none", chance, apart: null };
  decisions.forEach((decision) => {
    if (decision.action === null) return;
    const player = decision.state.active_player_id;
    if (decides(decision.state)) add(account.made, player, 1);
    const delta = decision.evaluation?.deltaEv;
    if (delta !== null && delta !== undefined) {
      add(account.graded, player, 1);
      add(account.skill, player, Math.min(0, delta));
      if (decision.evaluation?.verdict === "undecided") add(account.undecided, player, Math.min(0, delta));
    }
    decision.luck?.forEach((luck, who) => add(account.luck, who, luck));
  });
  return account;
}

/** A player's luck for display, in the unit of the sums; a dash while all of it is withheld. */
export function luckText({ luck, withheld }: Account, player: number, unit: string): string {
  return withheld === "all" ? "–" : sumSigned(luck[player] ?? 0, unit);
}

/** A player's losses in another unit, with that: "and −3.5 points"; empty without any. */
export function apartSum({ apart }: Account, player: number): string {
  return apart === null || !apart.graded[player] ? "" : `and ${sumNamed(apart.skill[player] ?? 0, apart.unit)}`;
}

function add(sums: number[], index: number, value: number): void {
  if (index < sums.length) sums[index] = (sums[index] ?? 0) + value;
}

/**
 * The index of the mistake with the next smaller loss; after the smallest, the largest again. Null if there is none.
 *
 * @param mistakes largest loss first
 * @param current the index on screen
 */
export function nextMistake(mistakes: readonly { index: number }[], current: number): number | null {
  if (mistakes.length === 0) return null;
  const at = mistakes.findIndex(({ index }) => index === current);
  return mistakes[(at + 1) % mistakes.length]?.index ?? null;
}
