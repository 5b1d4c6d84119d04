/** The coach's remark on a decision: where players of another style would choose otherwise. */
import { plain } from "../../../core/format";
import { categoryName } from "../card";
import { keptValues } from "../dice";
import { mainFlips, type Preference, type Sensitive } from "../sensitivity";
import type { YatzyState } from "../types";

/** "A risk-taker (theta 0.03) keeps 6 6."; null if styles agree. */
export function remarkText(answer: unknown, state: YatzyState): string | null {
  const flip = mainFlips(answer as Sensitive).toSorted((a, b) => Math.abs(a.theta) - Math.abs(b.theta))[0];
  if (flip === undefined) return null;
  const who = flip.theta > 0 ? "A risk-taker" : "A careful player";
  return `${who} (theta ${plain(flip.theta, 2)}) ${does(flip, state)}.`;
}

/** "keeps 6 6", "strikes out Yatzy". */
function does({ keep, category }: Preference, state: YatzyState): string {
  if (keep !== null) {
    const kept = keptValues(state.dice, keep);
    if (kept.length === 0) return "throws all five";
    return kept.length === state.dice.length ? "keeps all five" : `keeps ${kept.join(" ")}`;
  }
  const points = state.points?.[category ?? "chance"];
  const row = categoryName(category ?? "chance");
  return points === 0 ? `strikes out ${row}` : `scores ${points === undefined ? "" : `${points} `}in ${row}`;
}
