/** Filters for practice positions. */
import { valueGap } from "../../shared/words/filters";
import type { ScenarioFilter } from "../../types";

export const FILTERS: readonly ScenarioFilter[] = [
  {
    kind: "choice",
    path: "targetPhase",
    id: "phase",
    label: "Part of the hand",
    options: [
      { value: "pass", label: "Passing" },
      { value: "early", label: "Early tricks" },
      { value: "mid", label: "Middle tricks" },
      { value: "late", label: "Last tricks" },
    ],
  },
  ...valueGap(0.5),
];

export const FILTERS_NOTE = "The lead is in points of the hand; below half a point, the choice is close.";
