/** The parts of a game, its hands: which decisions belong to which, and the dearest decision of each. */
import type { Decision, GameState } from "./session";

export type PartOf = (state: GameState) => number;

export interface Part {
  part: number;
  /** Its first decision. */
  from: number;
  /** One beyond its last decision that was made. */
  to: number;
  over: boolean;
}

/**
 * The parts that a game has had so far, in order.
 *
 * @param decisions up to the position that play goes on from, which is the last one
 * @param partOf a game without parts is one part
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

/**
 * The dearest decision of each part, as far as one cost something that is not too close to call.
 *
 * @param players whose decisions, or null for everybody's
 */
export function keyDecisions(decisions: readonly Decision[], players: readonly number[] | null, partOf: PartOf): KeyDecision[] {
  const worst = new Map<number, KeyDecision>();
  decisions.forEach(({ state, action, evaluation }, index) => {
    const loss = evaluation?.deltaEv ?? 0;
    if (action === null || loss >= 0 || evaluation?.tooClose === true) return;
    if (players !== null && !players.includes(state.active_player_id)) return;
    const part = partOf(state);
    if (loss < (worst.get(part)?.loss ?? 0)) worst.set(part, { part, index, loss });
  });
  return [...worst.values()].sort((a, b) => a.part - b.part);
}
