/** Round numbers for the axis of a chart. */

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Zero and up to four round numbers at equal distances, the last not below `high`. */
export function ticksTo(high: number): number[] {
  if (!(high > 0)) return [0, 1];
  const size = 10 ** Math.floor(Math.log10(high / 4));
  const step = size * (STEPS.find((each) => each * size * 4 >= high * (1 - 1e-9)) ?? 10);
  const count = Math.ceil(high / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
