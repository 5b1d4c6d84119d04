/** Moves as text in the chosen notation, losses with their unit, and what is known about an evaluation. */
import { decimalsOf, MINUS, withUnit } from "../../core/format";
import type { EvaluationView, VerdictLimitsView } from "../../core/types";
import type { GameUi } from "../../games/types";

/**
 * A move as text: a phrase for its position, or the game's short notation.
 *
 * A move that the game cannot describe (from a hand-made link, say) is called unreadable.
 */
export function moveText(ui: GameUi, action: unknown, state: unknown, notation: "words" | "short"): string {
  try {
    return notation === "short" ? ui.words.actionShort(action, state) : ui.words.actionText(action, state);
  } catch {
    return "an unreadable move";
  }
}

/** The most decimals of a loss: two if the values are exact, else one. */
export function lossDecimals(evaluation: EvaluationView | null): number {
  return evaluation !== null && isExact(evaluation) ? 2 : 1;
}

/** Whether the values are exact: no standard errors, and no mere bounds. */
export function isExact({ candidates, deltaStderr }: EvaluationView): boolean {
  const known = candidates.every(({ stderr, bound }) => stderr === 0 && (bound ?? null) === null);
  return candidates.length > 0 && known && (deltaStderr ?? 0) === 0;
}

/** How certain the result is, or how deep the search went, in a sentence; empty if there is nothing to say. */
export function knownText(evaluation: EvaluationView | null): string {
  if (evaluation === null) return "";
  const { solved, roundSolved, depth, horizon, notes, objective } = evaluation.metadata;
  // A chance to win that is solved may still assume how the others play.
  if (solved === true) return (objective === "win" ? notes?.[0] : undefined) ?? `Solved to the end of the ${horizon ?? "game"}.`;
  if (roundSolved === true) return "The rest of this round is solved.";
  if ((depth ?? 0) > 1) return `The coach looked ${depth} moves ahead.`;
  return notes?.[0] ?? "";
}

/** Whether the loss is more than 0 at the decimals it is shown with. */
export function isLoss(evaluation: EvaluationView | null): boolean {
  const size = Math.max(0, -(evaluation?.deltaEv ?? 0));
  return Number(size.toFixed(lossDecimals(evaluation))) > 0;
}

/** A move's loss in a sentence for screen readers: "It cost 1.3 points, 92% sure it is worse." */
export function costText(evaluation: EvaluationView, unit: string, sure: string | null = null): string {
  if (!isLoss(evaluation)) return "It cost nothing.";
  return `It cost ${lossText(evaluation.deltaEv ?? 0, lossDecimals(evaluation), unit)
    .slice(1)
    .replace(/\.0+(?=[ %])/, "")}${sure === null ? "" : `, ${sure}`}.`;
}

/** The decimals with which a loss is not rounded up to the limit of a worse verdict than its own. */
export function shyOf(limits: VerdictLimitsView | undefined, size: number, decimals: number): number {
  const reaches = [limits?.inaccuracy, limits?.mistake, limits?.blunder].some(
    (limit) => limit !== undefined && size < limit && Number(size.toFixed(decimals)) >= limit,
  );
  return reaches && decimals < 3 ? shyOf(limits, size, decimals + 1) : decimals;
}

/** A loss as a headline: "−1.3 points"; a loss that rounds to zero is "0 points". Rounding reaches none of the limits. */
export function lossText(delta: number, decimals: number, unit: string, limits?: VerdictLimitsView): string {
  const loss = Math.abs(Math.min(0, delta));
  const size = loss.toFixed(shyOf(limits, loss, decimalsOf(delta, unit, decimals)));
  if (Number(size) === 0) return withUnit("0", unit);
  const singular = Number(size) === 1 && unit.endsWith("s") ? unit.slice(0, -1) : unit;
  return withUnit(`${MINUS}${size}`, singular);
}

/** A part of a sentence; a pattern consists of capital letters and of dots for empty cells. */
export interface TextPart {
  text: string;
  pattern: boolean;
}

const PATTERN = /((?<![\p{L}·])[A-Z·]{5,}(?![\p{L}·]))/u;

/** A sentence split into parts, so that its patterns ("·GR··B·") can be set in a monospaced font. */
export function textParts(sentence: string): TextPart[] {
  const parts = sentence.split(PATTERN).map((text, at) => ({ text, pattern: at % 2 === 1 }));
  return parts.filter(({ text }) => text !== "");
}
