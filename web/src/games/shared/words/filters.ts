/** What one can ask of a position to practise on in any game. */
import type { ChoiceFilter, NumberFilter } from "../../types";

/** How far the game has come; `path` and `id` are what the game's generator and page call it. */
export function gamePhase(path: string, id: string): ChoiceFilter {
  const options = [
    { value: "early", label: "Early" },
    { value: "mid", label: "Middle" },
    { value: "late", label: "Late" },
  ];
  return { kind: "choice", path, id, label: "In the game", options };
}

/** How far the best action leads, at least and at most, in steps that suit the game's values. */
export function valueGap(step: number): NumberFilter[] {
  return [
    { kind: "number", path: "filterConfig.minValueGap", id: "min-gap", label: "Best leads by at least", min: 0, step },
    { kind: "number", path: "filterConfig.maxValueGap", id: "max-gap", label: "and at most", min: 0, step },
  ];
}
