/** Keys and habits of the screen. */
import type { Shortcut } from "../../types";

export const HELP: { shortcuts: Shortcut[]; howTo: string[] } = {
  shortcuts: [
    { keys: "← →", does: "Previous and next decision" },
    { keys: "N", does: "Next disagreement" },
    { keys: "Home End", does: "First and last decision" },
  ],
  howTo: [
    "Open a replay of GEMP, or paste the XML of one decision. Nothing of it leaves this machine.",
    "Marks are decisions with a choice; the more was at stake, the larger. Shape and colour tell how your choice compares.",
    "The log does not hold your answers: they are inferred from what came next. Say so where the inference is wrong.",
    "Where you took the coach's pick later in the same phase, only the order differs; choices that only repeat count once.",
    "Each score is the sum of its reasons. Change a weight, and see which decisions flip.",
    "The weights are not shown to play well. A far mark is a question, not a mistake.",
  ],
};
