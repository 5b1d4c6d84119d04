/**
 * Sums of losses and gains over many moves. Points add up to points. Chances to win add up to wins, because their sum has no limit
 * of 100%: every mistake of the other side gives back what can then be lost again.
 */
import { amount, PERCENT, plain, signed, withUnit } from "../../core/format";

const WINS = "wins";

/** The unit of sums beside columns of them: "in wins". Points go without saying, except beside sums in another unit. */
export function sumsUnitNote(unit: string, alone = true): string {
  return unit === PERCENT || !alone ? `in ${sumUnit(unit)}` : "";
}

/** The unit in which amounts add up. */
function sumUnit(unit: string): string {
  return unit === PERCENT ? WINS : unit;
}

/** A sum of amounts in a unit, without a sign: "14.3", "1.80". */
export function sumPlain(value: number, unit: string): string {
  return unit === PERCENT ? plain(value / 100, 2) : plain(value);
}

/** The same with its sign: "−14.3", "+1.80". */
export function sumSigned(value: number, unit: string): string {
  return unit === PERCENT ? signed(value / 100, 2) : signed(value);
}

/** The same with its unit: "−14.3 points", "+1.80 wins". */
export function sumNamed(value: number, unit: string): string {
  return withUnit(sumSigned(value, unit), sumUnit(unit));
}

/** A sum without a sign and with its unit in a sentence, where a small sum has one more decimal: "14.3 points", "0.04 points", "1.80 wins". */
export function sumText(value: number, unit: string): string {
  const size = Math.abs(value);
  const text = unit === PERCENT ? plain(value / 100, size >= 0.05 && size < sumLeast(unit) ? 3 : 2) : amount(value, unit);
  return withUnit(text, sumUnit(unit));
}

/** A smaller sum is shown as zero in tables. */
export function sumLeast(unit: string): number {
  return unit === PERCENT ? 0.5 : 0.05;
}

/** What the unit of sums means; null where it goes without saying. */
export function sumsNote(unit: string): string | null {
  return unit === PERCENT ? "100% of the chance to win, lost or gained over many moves, counts as one win." : null;
}

/** The unit of sums in a sentence. */
export function sumsName(unit: string): string {
  return unit === PERCENT ? `${WINS} (100% of the chance to win is one win)` : unit;
}
