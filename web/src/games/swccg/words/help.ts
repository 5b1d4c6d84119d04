/** The help page of SWCCG: keys and how to use the review. */
import type { Shortcut } from "../../types";

export const HELP: { shortcuts: Shortcut[]; howTo: string[] } = {
  shortcuts: [
    { keys: "← →", does: "Previous and next decision" },
    { keys: "N", does: "Next disagreement" },
    { keys: "Home End", does: "First and last decision" },
  ],
  howTo: [
    "Open a GEMP replay, or paste the XML of one decision. Nothing leaves this machine.",
    "Each mark is a decision with a choice; the higher the stakes, the larger the mark. Shape and colour show how your choice compares.",
    "The log does not record your answers: they are inferred from what happens next. Correct an inference where it is wrong.",
    "Where you took the coach's pick later in the same phase, only the order differs. Choices that only repeat count once.",
    "Each score is the sum of its reasons. Change a weight and see which decisions flip.",
    "The weights have not been shown to play well. A far mark is a question, not a mistake.",
  ],
};
