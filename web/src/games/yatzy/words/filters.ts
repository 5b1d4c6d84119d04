/** The filters for Yatzy's practice positions. */
import { gamePhase, valueGap } from "../../shared/words/filters";
import type { ScenarioFilter } from "../../types";

export const FILTERS: readonly ScenarioFilter[] = [
  gamePhase("targetPhase", "phase"),
  {
    kind: "choice",
    path: "targetKind",
    id: "kind",
    label: "Decision",
    options: [
      { value: "first_reroll", label: "After the first throw" },
      { value: "second_reroll", label: "After the second throw" },
      { value: "category", label: "Which row to fill" },
    ],
  },
  {
    kind: "choice",
    path: "targetTension",
    id: "tension",
    label: "What is at stake",
    options: [
      { value: "bonus_chase", label: "The bonus" },
      { value: "pattern_hunt", label: "A rare pattern" },
      { value: "clean_up", label: "The last rows" },
      { value: "open", label: "Most rows still open" },
    ],
  },
  {
    kind: "choice",
    path: "houseRules",
    id: "house-rules",
    label: "House rules",
    options: [
      { value: "none", label: "None" },
      { value: "full_house", label: "Five of a kind is a full house" },
      { value: "two_pairs", label: "Four of a kind is two pairs" },
      { value: "both", label: "Both" },
    ],
  },
  ...valueGap(0.1),
];

export const FILTERS_NOTE = "The lead is in expected points. Under half a point, the choice is subtle.";
