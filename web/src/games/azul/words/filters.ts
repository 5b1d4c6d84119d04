/** The filters for Azul positions to practise on. */
import { gamePhase, valueGap } from "../../shared/words/filters";
import type { ScenarioFilter } from "../../types";

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
  gamePhase("targetGamePhase", "game-phase"),
  ...valueGap(0.5),
];

export const FILTERS_NOTE = "The lead is in points: the larger it is, the easier the decision.";
