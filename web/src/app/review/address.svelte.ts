/** Where what is on the table of a review is found again: by its link, or by its key in the library. */
import { decisionAt, type GameState, type Session } from "../../core/session";
import { pack } from "../record/packing";

interface OnTable {
  readonly session: Session | null;
  readonly state: GameState | null;
}

export class ReviewAddress {
  /** The packed position of the address, or the key of the saved game, that is already open. */
  opened: string | null = null;
  /** The packed position or game that the address holds while it is on the table; else null. */
  link = $state<string | null>(null);
  /** Whether the browser's history gets a new entry for it. */
  fresh = false;

  /** Something else is opened. */
  open(opened: string | null, link: string | null = null): void {
    this.opened = opened;
    this.link = link;
    this.fresh = false;
  }

  /**
   * Gives a position on the table an address of its own; that of a game is its key.
   *
   * @param fresh see `fresh`
   */
  async find(table: OnTable, fresh = false): Promise<void> {
    this.link = null;
    const { session } = table;
    if (session?.decisions.length !== 1) return;
    const { state } = decisionAt(session, 0);
    const packed = await pack(state);
    // Something else may have come to the table meanwhile.
    if (table.state !== state) return;
    this.open(packed, packed);
    this.fresh = fresh;
  }
}

/** How many entries of the browser's history the one on screen is after that of the game whose position was edited. */
const steps = (): number => (history.state as { steps?: number } | null)?.steps ?? 0;

/** Gives an edited position an entry in the browser's history. */
export function stepTo(address: string): void {
  const state = { steps: steps() + 1 };
  location.hash = address;
  history.replaceState(state, "");
}

/**
 * Goes back to the entry of the game whose position was edited; where there is none, the address takes the place of the present one.
 *
 * @param put puts the game on the table. The address has changed then, but nobody has acted on that.
 */
export function stepBack(address: string, put: () => void): void {
  const back = steps();
  if (back === 0) {
    put();
    location.replace(address);
    return;
  }
  // This event comes before `hashchange`, by which an address is opened that is not on the table.
  addEventListener("popstate", () => location.hash === address && put(), { once: true });
  history.go(-back);
}
