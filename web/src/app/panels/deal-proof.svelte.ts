/**
 * Proof that a deal was fixed before it was played (a hash commitment): the SHA-256 hash is shown first, the hashed text
 * when the hand is over.
 */
import { note } from "../../core/errors";
import type { GameState } from "../../core/session";
import type { GameContext } from "../session/context";

interface ProofResult {
  hand: number;
  sha256: string;
  text: string;
}

export interface Seal extends ProofResult {
  /** Whether the text has this hash; null where this browser cannot compute it. */
  matches: boolean | null;
}

/** The SHA-256 hash of a text in hexadecimal; null where the browser has no Web Crypto. */
export async function sha256(text: string): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first eight digits of a hash: "4f2a 91c0 …". */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)} …`;
}

export class DealProof {
  readonly #context: GameContext;
  readonly #seals = new WeakMap<GameState, Seal>();
  readonly #asked = new WeakSet<GameState>();
  /** Number of answers; reading it makes derived values update. */
  #answers = $state(0);

  constructor(context: GameContext) {
    this.#context = context;
  }

  get offered(): boolean {
    return this.#context.info.queries.some(({ name }) => name === "deal_proof");
  }

  /** The seal of a deal, once `ask` has an answer for its position; else null. */
  sealOf(state: GameState): Seal | null {
    void this.#answers;
    return this.#seals.get(state) ?? null;
  }

  /** Queries the proof of a position's deal, once. */
  async ask(state: GameState): Promise<void> {
    if (!this.offered || this.#asked.has(state)) return;
    this.#asked.add(state);
    const { engine, info } = this.#context;
    try {
      const { hand, sha256: hash, text } = await engine.port.query<ProofResult>(info.rulesetId, "deal_proof", { state });
      const own = await sha256(text);
      this.#seals.set(state, { hand, sha256: hash, text, matches: own === null ? null : own === hash });
      this.#answers += 1;
    } catch (error) {
      // A position set up by hand was never dealt, so there is nothing to prove.
      note("The deal has no proof", error);
    }
  }
}
