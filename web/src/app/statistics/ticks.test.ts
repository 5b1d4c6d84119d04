import { expect, test } from "vitest";
import { ticksTo } from "./ticks";

test.each([
  [0.9, [0, 0.25, 0.5, 0.75, 1]],
  [4, [0, 1, 2, 3, 4]],
  [4.1, [0, 2, 4, 6]],
  [37, [0, 10, 20, 30, 40]],
  [0.004, [0, 0.001, 0.002, 0.003, 0.004]],
  [0, [0, 1]],
])("the axis up to %d has round numbers", (high, ticks) => {
  expect(ticksTo(high)).toEqual(ticks);
});
