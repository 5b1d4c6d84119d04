/** The coach's remark on a decision: where players of another style would choose otherwise. */
import { categoryName } from "../card";
import { keptValues } from "../dice";
import { mainFlips, type Preference, type Sensitive } from "../sensitivity";
import type { YatzyState } from "../types";
import { stylePlayer } from "./styles";

/** "A bold player keeps 6 6."; null if styles agree. */
export function remarkText(answer: unknown, state: YatzyState): string | null {
  const flip = mainFlips(answer as Sensitive).toSorted((a, b) => Math.abs(a.theta) - Math.abs(b.theta))[0];
  if (flip === undefined) return null;
  return `${stylePlayer(flip.theta)} ${does(flip, state)}.`;
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
