/** The library's copy of a game that was not played here: entered from a table, or opened from a text. */
import { fingerprint } from "../../core/fingerprint";
import { shortHash } from "../../core/short-hash";
import { currentState, played, type GameState, type Session } from "../../core/session";
import { freshKey, freshMark, type About, type Amendment, type Known, type Source, type Store } from "../../store";
import type { GameContext } from "../session/context";
import { namesOf, opponentsOf, playersOf, type Seats } from "../session/seats";
import { recordOf } from "./autosave";
import { withFindings } from "./findings";
import { lossesIn } from "./losses";
import type { GameRecord } from "./record";
import { resultOf } from "./result";

/** The games of one kind that were not played here. */
export interface Copies {
  store: Store;
  /** The table of their keys, such as "azul:review". */
  table: string;
  /** That of the games which were played here: one of them needs no copy. */
  played?: string;
}

/** The summary of a game with these evaluations. */
type Summarize = (evaluations: GameRecord["evaluations"]) => About;

interface Pending {
  record: GameRecord;
  about: Summarize;
  revive: boolean;
}

/** Writes one game; what another tab has written of it stays beside if it differs. */
export class SavedCopy {
  /** Called when the game got another key, because its own one holds what another tab wrote. */
  onMoved: (from: string) => void = () => undefined;
  #key: string;
  #known: Known;
  #pending: Pending | null = null;
  #writing: Promise<void> | null = null;
  readonly #copies: Copies;
  readonly #writer = freshMark();

  /** @param saved the key and the revision of a game that is in the library already */
  constructor(copies: Copies, saved: { key: string; revision: number } = { key: freshKey(copies.table), revision: 0 }) {
    this.#copies = copies;
    this.#key = saved.key;
    this.#known = saved.revision;
    globalThis.addEventListener?.("pagehide", () => void this.#writePending());
  }

  get key(): string {
    return this.#key;
  }

  /**
   * Saves in the background; of several calls in a row only the last is written.
   *
   * @param revive also if the game was deleted meanwhile
   */
  save(record: GameRecord, about: Summarize, revive: boolean): void {
    this.#pending = { record, about, revive };
    if (this.#writing !== null) return;
    void this.#copies.store.persistence.askOnce();
    this.#writing = this.#write();
    this.#copies.store.track(this.#writing);
  }

  /** This revision was read from the library; later writes continue from it. */
  hasSeen(revision: number): void {
    this.#known = revision;
  }

  /** Resolves when the last `save` is written, or has failed. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#pending !== null) {
      // The move is shown first.
      await new Promise((resolve) => setTimeout(resolve, 0));
      await this.#writePending();
    }
    this.#writing = null;
  }

  async #writePending(): Promise<void> {
    if (this.#pending === null) return;
    const { record, about, revive } = this.#pending;
    this.#pending = null;
    const { store, table } = this.#copies;
    try {
      const identity = shortHash(identityOf(record));
      const parts = (whole: GameRecord): Amendment => ({ text: JSON.stringify(whole), about: { ...about(whole.evaluations), identity } });
      const merge = (there: string): Amendment | null => {
        const merged = mergedRecord(record, there);
        return merged === null ? null : parts(merged);
      };
      const writing = { ...parts(record), known: this.#known, writer: this.#writer, merge };
      const { key, revision } = await store.games.writeOther(table, this.#key, writing, revive);
      const from = this.#key;
      this.#key = key;
      this.#known = revision;
      if (key !== from) this.onMoved(from);
      store.tabs.send({ type: "saved", table, revision });
      store.games.amended.set({ key });
    } catch {
      // No database (private window, full disk): the page says that nothing is saved.
    }
  }
}

/** A game with what another version of it knows besides; null if they differ in their moves. */
function mergedRecord(record: GameRecord, there: string): GameRecord | null {
  try {
    const other = recordOf({ text: there });
    const game = ({ initial_state, actions, notation, positions, entering }: GameRecord): string =>
      JSON.stringify([initial_state, actions, notation ?? "", positions ?? null, entering ?? {}]);
    if (game(record) !== game(other)) return null;
    return withFindings(record, other) ?? record;
  } catch {
    return null;
  }
}

/** The key of the game in the library that is the same as `record`, or null. */
export async function twinOf({ store, table, played: own }: Copies, record: GameRecord): Promise<string | null> {
  const wanted = identityOf(record);
  const hash = shortHash(wanted);
  const start = fingerprint(record.initial_state);
  const playedHash = playedIdentity(record.initial_state, record.actions);
  const kept = await store.games.summaries().catch(() => []);
  // Summaries of earlier versions have no hash, and count every action as a move.
  const alike = kept.filter(
    (each) =>
      (each.table === table && each.key !== table && (each.about?.identity ?? hash) === hash) ||
      (each.table === own &&
        (each.about?.identity === undefined ? each.about?.moves === record.actions.length : each.about.identity === playedHash)),
  );
  for (const { key, table: where } of alike) {
    try {
      const game = await store.games.read(key);
      if (game === undefined) continue;
      const there = recordOf(game);
      const same = where === own && fingerprint(there.initial_state) === start;
      if (identityOf(same ? { ...there, initial_state: record.initial_state } : there) === wanted) return key;
    } catch {
      // A damaged one is none.
    }
  }
  return null;
}

/** What makes a game the same as another one. */
function identityOf({ initial_state, actions, notation = "" }: GameRecord): string {
  return JSON.stringify([initial_state, actions, notation]);
}

/** A hash of a game that was played here, from its first position and its moves. */
export function playedIdentity(start: GameState, actions: readonly unknown[]): string {
  return shortHash(JSON.stringify([fingerprint(start), actions]));
}

/** What the library says of such a game. */
export function aboutCopy(
  { info, ui }: GameContext,
  session: Session,
  { source, seats = [], given = [], begun }: { source: Source; seats?: Seats; given?: readonly string[]; begun: number | null },
): About {
  // What chance gave may be entered like a move, and is none.
  const decides = (state: GameState): boolean => ui.chance?.awaitsEntry?.(state) !== true;
  const end = currentState(session);
  const over = end.game_over === true;
  const names = namesOf(seats, playersOf(end, info.players), info.levels, info.roles, ui.words.seatName, given, seats.length === 0);
  return {
    begun,
    moves: session.decisions.slice(0, -1).filter(({ state }) => decides(state)).length,
    opponents: opponentsOf(seats, info.levels).map(({ name }) => name),
    daily: null,
    over,
    outcome: null,
    result: over ? resultOf(ui, end, names) : "",
    ...lossesIn(info, played(session), decides),
    luck: null,
    score: null,
    source,
  };
}
