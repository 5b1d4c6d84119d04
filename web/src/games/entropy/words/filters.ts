/** The filters for Entropy's practice positions. */
import { gamePhase, valueGap } from "../../shared/words/filters";
import type { ScenarioFilter } from "../../types";

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
  gamePhase("targetPhase", "phase"),
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
  ...valueGap(0.5),
];

export const FILTERS_NOTE = "The lead is in points of the final score. Under half a point, the choice is subtle.";
