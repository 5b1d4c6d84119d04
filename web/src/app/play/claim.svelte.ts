/** Claims: when the rest of a hand is decided, it need not be played card by card. */
import type { Params } from "../../core/engine-port";
import { note } from "../../core/errors";
import type { Decision, GameState } from "../../core/session";
import { evaluatorSeed } from "../session/params";
import type { GameContext } from "../session/context";

interface ClaimResult {
  claim: "all" | "none" | null;
  text: string;
}

/** The evaluator that makes the person's moves during a claim. */
const OWN_EVALUATOR = "greedy";

export function claimParams(state: GameState): Params {
  return { evaluator: OWN_EVALUATOR, evaluatorSeed: evaluatorSeed(state) };
}

/** The positions in which claims began, which are the targets of undo. */
export function claimStarts(
  decisions: readonly Decision[],
  claimed: ReadonlySet<GameState>,
  acts: (state: GameState) => boolean,
): Set<GameState> {
  const starts = new Set<GameState>();
  let inside = false;
  for (const { state } of decisions) {
    if (!acts(state)) continue;
    if (claimed.has(state) && !inside) starts.add(state);
    inside = claimed.has(state);
  }
  return starts;
}

export class Claim {
  #offer = $state.raw<{ state: GameState; text: string } | null>(null);
  readonly #context: GameContext;

  constructor(context: GameContext) {
    this.#context = context;
  }

  /** The claim on offer in a position, as a sentence; null where there is none or it is not known yet. */
  textAt(state: GameState | null): string | null {
    return this.#offer !== null && this.#offer.state === state ? this.#offer.text : null;
  }

  /** Asks the engine whether this player can claim the rest. */
  async ask(state: GameState, player: number): Promise<void> {
    const { engine, info } = this.#context;
    if (this.#offer?.state === state || !info.queries.some(({ name }) => name === "claim")) return;
    try {
      const { claim, text } = await engine.port.query<ClaimResult>(info.rulesetId, "claim", { state, player_id: player });
      this.#offer = claim === null ? null : { state, text };
    } catch (error) {
      // Claims are a convenience: without an answer the hand is played out.
      note("The rest cannot be claimed", error);
    }
  }
}
