/** Which dice are seen to be thrown when one position follows another. */
import type { YatzyState } from "../types";

/** By place; none unless the position is the one after a throw from the position before. */
export function thrownDice(before: YatzyState, after: YatzyState): readonly boolean[] {
  const event = after.last_events?.find((each) => each.type === "throw");
  const follows = (after.chance_counter ?? 0) === (before.chance_counter ?? 0) + 1;
  return follows && event !== undefined ? event.thrown : [];
}
