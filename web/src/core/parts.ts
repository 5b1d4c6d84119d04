/** The parts of a game, such as hands: which decisions belong to each, and the costliest decision of each. */
import type { Decision, GameState } from "./session";
import type { EvaluationView } from "./types";

export type PartOf = (state: GameState) => number;

export interface Part {
  part: number;
  /** The index of its first decision. */
  from: number;
  /** One past the index of its last decision that was made. */
  to: number;
  over: boolean;
}

/**
 * The parts of a game so far, in order.
 *
 * @param decisions the last one is the current position
 * @param partOf by default the whole game is one part
 */
export function partsOf(decisions: readonly Decision[], partOf: PartOf = () => 1): Part[] {
  const parts: Part[] = [];
  decisions.forEach(({ state }, index) => {
    const part = partOf(state);
    const last = parts.at(-1);
    if (last === undefined || last.part !== part) {
      if (last !== undefined) Object.assign(last, { to: index, over: true });
      parts.push({ part, from: index, to: index, over: state.game_over === true });
    } else Object.assign(last, { to: index, over: state.game_over === true });
  });
  return parts;
}

export interface KeyDecision {
  part: number;
  index: number;
  loss: number;
}

/** Whether a loss is too close to call, or means nothing because the game was decided. */
function uncertain(evaluation: EvaluationView | null): boolean {
  if (evaluation?.decided === true) return true;
  return (evaluation?.verdict ?? null) === null ? evaluation?.tooClose === true : evaluation?.verdict === "undecided";
}

/**
 * The costliest decision of each part; losses that are too close to call do not count.
 *
 * @param players the players whose decisions count, or null for everybody's
 */
export function keyDecisions(decisions: readonly Decision[], players: readonly number[] | null, partOf: PartOf): KeyDecision[] {
  const worst = new Map<number, KeyDecision>();
  decisions.forEach(({ state, action, evaluation }, index) => {
    const loss = evaluation?.deltaEv ?? 0;
    if (action === null || loss >= 0 || uncertain(evaluation)) return;
    if (players !== null && !players.includes(state.active_player_id)) return;
    const part = partOf(state);
    if (loss < (worst.get(part)?.loss ?? 0)) worst.set(part, { part, index, loss });
  });
  return [...worst.values()].sort((a, b) => a.part - b.part);
}
