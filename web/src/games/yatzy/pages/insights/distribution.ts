/** Distributions of final scores: means, quantiles, tails and bins. */

export interface Distribution {
  /** The lowest score. */
  readonly first: number;
  /** The chance of it and of each score above it. */
  readonly chances: readonly number[];
}

/** Rounding error allowed when a sum of chances is compared with a share. */
const ROUNDING = 1e-9;

/** The distribution of scores and their chances in ascending order. */
export function distributionOf(pmf: readonly (readonly [number, number])[]): Distribution {
  const first = pmf[0]?.[0] ?? 0;
  const chances = new Array<number>((pmf.at(-1)?.[0] ?? 0) - first + 1).fill(0);
  for (const [score, chance] of pmf) chances[score - first] = chance;
  return { first, chances };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function meanOf({ first, chances }: Distribution): number {
  return sum(chances.map((chance, index) => chance * (first + index))) / sum(chances);
}

/** The smallest score that is not exceeded with at least this probability. */
export function quantileOf({ first, chances }: Distribution, share: number): number {
  let reached = 0;
  const wanted = share * sum(chances) - ROUNDING;
  const place = chances.findIndex((chance) => (reached += chance) >= wanted);
  return first + (place < 0 ? chances.length - 1 : place);
}

/** The mean of the worst scores that make up this share of all. */
export function worstMean({ first, chances }: Distribution, share: number): number {
  let left = share;
  let total = 0;
  for (const [index, chance] of chances.entries()) {
    const taken = Math.min(left, chance);
    total += taken * (first + index);
    left -= taken;
  }
  return total / (share - left);
}

/** The probability of a score or a higher one. */
export function atLeast({ first, chances }: Distribution, score: number): number {
  return Math.min(1, sum(chances.slice(Math.max(0, score - first))));
}

export interface Bin {
  from: number;
  chance: number;
}

/** The chances of scores from `low` to below `high`, by bins of equal width. */
export function binned({ first, chances }: Distribution, width: number, low: number, high: number): Bin[] {
  return Array.from({ length: Math.ceil((high - low) / width) }, (_, index) => {
    const from = low + index * width;
    return { from, chance: sum(chances.slice(Math.max(0, from - first), Math.max(0, from + width - first))) };
  });
}

/** The ends of an axis, in multiples of `step`, that hold all but the rarest scores. */
export function rangeOf(distributions: readonly Distribution[], step: number): [low: number, high: number] {
  const low = Math.min(...distributions.map((each) => quantileOf(each, 0.001)));
  const high = Math.max(...distributions.map((each) => quantileOf(each, 0.999)));
  return [Math.floor(low / step) * step, Math.ceil((high + 1) / step) * step];
}
