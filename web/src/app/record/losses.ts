/** The losses of a list of decisions, for the summary of a saved game. */
import type { Decision, GameState } from "../../core/session";
import type { About } from "../../store";

/** The graded decisions for which `counts` holds: their number, the sum of their losses, and the costliest, if the game was not decided. */
export function lossesOf(decisions: readonly Decision[], counts: (state: GameState) => boolean): Pick<About, "graded" | "lost" | "worst"> {
  const losses = decisions.flatMap(({ state, evaluation }, index) => {
    const delta = evaluation?.deltaEv ?? null;
    return delta === null || !counts(state) ? [] : [{ index, loss: Math.max(0, -delta), decided: evaluation?.decided === true }];
  });
  const worst = losses.reduce<About["worst"]>(
    (most, { index, loss, decided }) => (!decided && loss > (most?.loss ?? 0) ? { index, loss } : most),
    null,
  );
  return { graded: losses.length, lost: losses.reduce((sum, { loss }) => sum + loss, 0), worst };
}
