/** What one can ask of an Entropy position to practise on. */
import type { ScenarioFilter } from "../types";

export const FILTERS: readonly ScenarioFilter[] = [
  {
    kind: "choice",
    path: "targetRole",
    id: "role",
    label: "You are",
    options: [
      { value: "order", label: "Order" },
      { value: "chaos", label: "Chaos" },
    ],
  },
  {
    kind: "choice",
    path: "targetPhase",
    id: "phase",
    label: "In the game",
    options: [
      { value: "early", label: "Early" },
      { value: "mid", label: "Middle" },
      { value: "late", label: "Late" },
    ],
  },
  {
    kind: "choice",
    path: "size",
    id: "size",
    label: "Board",
    options: [
      { value: 7, label: "7 by 7" },
      { value: 5, label: "5 by 5" },
    ],
  },
  { kind: "number", path: "filterConfig.minValueGap", id: "min-gap", label: "Best leads by at least", min: 0, step: 0.5 },
  { kind: "number", path: "filterConfig.maxValueGap", id: "max-gap", label: "and at most", min: 0, step: 0.5 },
];

export const FILTERS_NOTE = "The lead is in points of the final score: under half a point the choice is a fine one.";
