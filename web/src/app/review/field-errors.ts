/** The errors of an edited position. */
import type { EnginePort } from "../../core/engine-port";
import { sentenceOf } from "../../core/errors";
import type { GameState } from "../../core/session";
import type { FieldError } from "../../games/types";

/** The errors of an invalid position, with paths where the engine's error has them. */
export function fieldErrors(error: unknown): FieldError[] {
  const context = (error as { context?: Record<string, unknown> } | null)?.context ?? {};
  const listed = Array.isArray(context["errors"]) ? (context["errors"] as unknown[]) : [context];
  const fields = listed.flatMap((entry) => {
    if (typeof entry !== "object" || entry === null) return [];
    const { path, problem } = entry as Record<string, unknown>;
    if (typeof path !== "string") return [];
    return [{ path, text: typeof problem === "string" ? `${problem}.` : sentenceOf(error) }];
  });
  return fields.length > 0 ? fields : [{ path: "", text: sentenceOf(error) }];
}

/** What the engine has against a position. */
export async function errorsIn(port: EnginePort, draft: GameState): Promise<FieldError[]> {
  try {
    await port.listLegalActions(draft, draft.active_player_id);
    return [];
  } catch (error) {
    return fieldErrors(error);
  }
}
