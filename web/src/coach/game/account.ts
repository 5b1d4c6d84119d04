/** The running account: what decisions cost, what chance gave, and where the losses are. */
import type { Decision, GameState } from "../../core/session";
import { signed } from "../../core/format";

export interface Account {
  /** Sum of losses by player; never positive. */
  skill: number[];
  /** Sum of what chance gave by player. */
  luck: number[];
  /** Decisions that were graded, by player. */
  graded: number[];
  /** Decisions that were made, by player. */
  made: number[];
  /** Luck that is not in the sums, because it tells of hidden cards: that of the hand in play, which may be all there is. */
  untold: "none" | "some" | "all";
}

/**
 * The account of the decisions that were played.
 *
 * @param decides whether somebody decides something in a position, and does not only tell what fell
 */
export function accountOf(decisions: readonly Decision[], players: number, decides: (state: GameState) => boolean = () => true): Account {
  const zeros = (): number[] => new Array<number>(players).fill(0);
  const account: Account = { skill: zeros(), luck: zeros(), graded: zeros(), made: zeros(), untold: "none" };
  decisions.forEach((decision) => {
    if (decision.action === null) return;
    const player = decision.state.active_player_id;
    if (decides(decision.state)) add(account.made, player, 1);
    const delta = decision.evaluation?.deltaEv;
    if (delta !== null && delta !== undefined) {
      add(account.graded, player, 1);
      add(account.skill, player, Math.min(0, delta));
    }
    decision.luck?.forEach((luck, who) => add(account.luck, who, luck));
  });
  return account;
}

/** Said of luck that is kept back. */
export const UNTOLD = "The luck of a hand is told when the hand is over.";

/** The luck of a player for people; a dash where none may be told yet. */
export function luckText({ luck, untold }: Account, player: number): string {
  return untold === "all" ? "–" : signed(luck[player] ?? 0, 1);
}

function add(sums: number[], index: number, value: number): void {
  if (index < sums.length) sums[index] = (sums[index] ?? 0) + value;
}

/**
 * The decision with the next smaller loss, so that pressing again and again walks through the mistakes by size;
 * after the smallest comes the largest.
 *
 * @param mistakes largest loss first
 * @param current the index on screen
 */
export function nextMistake(mistakes: readonly { index: number }[], current: number): number | null {
  if (mistakes.length === 0) return null;
  const at = mistakes.findIndex(({ index }) => index === current);
  return mistakes[(at + 1) % mistakes.length]?.index ?? null;
}
