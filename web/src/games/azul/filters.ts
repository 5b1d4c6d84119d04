/** What one can ask of an Azul position to practise on. */
import type { ScenarioFilter } from "../types";

export const FILTERS: readonly ScenarioFilter[] = [
  {
    kind: "choice",
    path: "targetRoundPhase",
    id: "round-phase",
    label: "In the round",
    options: [
      { value: "EARLY", label: "Early" },
      { value: "MID", label: "Middle" },
      { value: "LATE", label: "Late" },
    ],
  },
  {
    kind: "choice",
    path: "targetGamePhase",
    id: "game-phase",
    label: "In the game",
    options: [
      { value: "early", label: "Early" },
      { value: "mid", label: "Middle" },
      { value: "late", label: "Late" },
    ],
  },
  { kind: "number", path: "filterConfig.minValueGap", id: "min-gap", label: "Best leads by at least", min: 0, step: 0.5 },
  { kind: "number", path: "filterConfig.maxValueGap", id: "max-gap", label: "and at most", min: 0, step: 0.5 },
];

export const FILTERS_NOTE = "The lead is in points: a large one makes an easy position, a small one a fine one.";
