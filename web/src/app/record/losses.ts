/** The losses of a list of decisions, for the summary of a saved game. */
import type { Decision, GameState } from "../../core/session";
import { costOf } from "../../coach/decision/cost";
import { gameScale, onScale, scaleOf, type Scale } from "../../coach/decision/scale";
import { lossSize } from "../../coach/decision/verdicts";
import { faultsOf } from "../../coach/review/faults";
import type { GameInfo } from "../../core/engine-port";
import type { DecisionKindView } from "../../core/types";
import type { About, KindLoss } from "../../store";

type Losses = Required<Pick<About, "graded" | "lost" | "worst" | "squares">>;

/** The losses in a summary, in the unit in which the game is judged. */
export function lossesIn(
  info: GameInfo,
  decisions: readonly Decision[],
  counts: (state: GameState) => boolean,
): Losses & Pick<About, "kinds" | "unit"> {
  const scale = gameScale(info, decisions);
  const judged = onScale(decisions, scale);
  const losses = lossesOf(judged, counts);
  const worst = scale.verdicts ? worstFault(info, decisions, counts, scale) : losses.worst;
  return { ...losses, worst, kinds: kindLossesOf(judged, info.decisions, counts), unit: scale.unit };
}

/**
 * The worst fault for which `counts` holds, by the rank of the game's screens; null without any. Its cost is in points where the
 * game counts points and they are known, so that it stands beside their mean.
 */
function worstFault(info: GameInfo, decisions: readonly Decision[], counts: (state: GameState) => boolean, { win }: Scale): About["worst"] {
  const first = faultsOf(decisions, null).find(({ index }) => decisions[index] !== undefined && counts(decisions[index].state));
  const evaluation = first === undefined ? null : (decisions[first.index]?.evaluation ?? null);
  if (first === undefined || evaluation === null) return null;
  const { main = "", beside = null } = costOf(evaluation, scaleOf(info, evaluation)) ?? {};
  const cost = win ? main : (beside ?? main);
  return { index: first.index, loss: lossSize(evaluation) ?? -first.loss, cost };
}

/**
 * The graded decisions for which `counts` holds: their number, the sum of their losses and of its squares, and the costliest,
 * if the game was not decided.
 */
export function lossesOf(decisions: readonly Decision[], counts: (state: GameState) => boolean): Losses {
  const losses = counted(decisions, counts);
  const worst = losses.reduce<About["worst"]>(
    (most, { index, loss, decided }) => (!decided && loss > (most?.loss ?? 0) ? { index, loss } : most),
    null,
  );
  const sum = (of: (loss: number) => number): number => losses.reduce((total, { loss }) => total + of(loss), 0);
  return { graded: losses.length, lost: sum((loss) => loss), worst, squares: sum((loss) => loss * loss) };
}

/** The same decisions by kind; kinds without any are left out. */
export function kindLossesOf(
  decisions: readonly Decision[],
  kinds: readonly DecisionKindView[],
  counts: (state: GameState) => boolean,
): KindLoss[] {
  const losses = counted(decisions, counts);
  return kinds.flatMap(({ code, name }) => {
    const own = losses.filter(({ kind }) => kind === code);
    return own.length === 0 ? [] : [{ code, name, graded: own.length, lost: own.reduce((sum, { loss }) => sum + loss, 0) }];
  });
}

interface Loss {
  index: number;
  loss: number;
  kind: string;
  /** Whether the game was decided, so that the loss is no lesson. */
  decided: boolean;
}

function counted(decisions: readonly Decision[], counts: (state: GameState) => boolean): Loss[] {
  return decisions.flatMap(({ state, evaluation }, index) => {
    const delta = evaluation?.deltaEv ?? null;
    if (evaluation === null || delta === null || !counts(state)) return [];
    return [{ index, loss: Math.max(0, -delta), kind: evaluation.metadata.decision ?? "", decided: evaluation.decided === true }];
  });
}
