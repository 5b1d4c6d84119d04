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

  /** Something else is opened. */
  open(opened: string | null, link: string | null = null): void {
    this.opened = opened;
    this.link = link;
  }

  /** Gives a position on the table an address of its own; that of a game is its key. */
  async find(table: OnTable): Promise<void> {
    this.link = null;
    const { session } = table;
    if (session?.decisions.length !== 1) return;
    const { state } = decisionAt(session, 0);
    const packed = await pack(state);
    // Something else may have come to the table meanwhile.
    if (table.state === state) this.open(packed, packed);
  }
}
