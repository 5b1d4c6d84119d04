/** The dice to animate when one position follows another. */
import type { YatzyState } from "../types";

/** The thrown dice by place; none unless `after` directly follows `before` by a throw. */
export function thrownDice(before: YatzyState, after: YatzyState): readonly boolean[] {
  const event = after.last_events?.find((each) => each.type === "throw");
  const follows = (after.chance_counter ?? 0) === (before.chance_counter ?? 0) + 1;
  return follows && event !== undefined ? event.thrown : [];
}
