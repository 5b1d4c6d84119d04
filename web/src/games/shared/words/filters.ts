/** The filters for practice positions that all games share. */
import type { ChoiceFilter, NumberFilter } from "../../types";

/** A filter by the phase of the game; `path` names it for the game's generator, `id` on the page. */
export function gamePhase(path: string, id: string): ChoiceFilter {
  const options = [
    { value: "early", label: "Early" },
    { value: "mid", label: "Middle" },
    { value: "late", label: "Late" },
  ];
  return { kind: "choice", path, id, label: "In the game", options };
}

/** Filters by the best action's lead over the second best, with a step that suits the game's values. */
export function valueGap(step: number): NumberFilter[] {
  return [
    { kind: "number", path: "filterConfig.minValueGap", id: "min-gap", label: "Best leads by at least", min: 0, step },
    { kind: "number", path: "filterConfig.maxValueGap", id: "max-gap", label: "and at most", min: 0, step },
  ];
}
