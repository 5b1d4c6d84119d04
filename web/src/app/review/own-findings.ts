/** Saves what a review finds out about a game that was played here, so that its next review shows the same. */
import { fingerprint } from "../../core/fingerprint";
import { decisionAt, type Session } from "../../core/session";
import type { Store } from "../../store";
import { recordOf } from "../record/autosave";
import { ImportProblem, type GameRecord } from "../record/record";
import { SAVED } from "../words/saved-games";
import { amendGame, findingsSince, type Finding, type FoundInGame } from "../record/findings";

/** Findings come one after the other; they are saved together. */
const WAIT_MS = 1000;

/** The mode "Play", whose game on the table only it writes. */
export interface PlayedGame {
  /** Takes over findings about the game with this first position; returns false if it has another one. */
  takeFindings(start: string, actions: readonly unknown[], findings: readonly Finding[]): boolean;
}

export interface OwnGames {
  store: Store;
  /** The key of the table in the mode "Play", such as "azul:play". */
  table: string;
  play: PlayedGame;
}

/** Where the game in review is saved. */
interface Place {
  key: string;
  /** The keys of other saved games of the table. */
  readonly others: Set<string>;
}

type Parts = Pick<FoundInGame, "info" | "counts">;

/** A session in which some decisions are as they were before: what was found out about them is not saved. */
function without(session: Session, findings: readonly Finding[], before: Session): Session {
  const decisions = [...session.decisions];
  for (const { index } of findings) decisions[index] = decisionAt(before, index);
  return { ...session, decisions };
}

export class OwnFindings {
  readonly #games: OwnGames | null;
  readonly #parts: Parts;
  readonly #session: () => Session | null;
  #place: Place | null = null;
  /** The game as it was when its findings were saved last. */
  #saved: Session | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * @param games null saves nothing
   * @param session the game on the table of the review
   */
  constructor(games: OwnGames | null, parts: Parts, session: () => Session | null) {
    this.#games = games;
    this.#parts = parts;
    this.#session = session;
    globalThis.addEventListener?.("pagehide", () => this.flush());
  }

  /**
   * A game is put on the table of the review.
   *
   * @param key its key in the library; null for one that was not played here, undefined for the one in the mode "Play"
   */
  begin(session: Session, key: string | null | undefined): void {
    const place = key === undefined ? (this.#games?.table ?? null) : key;
    this.#place = place === null ? null : { key: place, others: new Set() };
    this.#saved = session;
  }

  /** The key of the saved game; null where findings are not saved. */
  get key(): string | null {
    return this.#place?.key ?? null;
  }

  /** The table has learnt what the saved game knows: there is nothing to save. */
  hasLearnt(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#saved = this.#session();
  }

  /**
   * The record of a game that was played here.
   *
   * @throws ImportProblem if there is none
   */
  async read(key: string): Promise<GameRecord> {
    const game = await this.#games?.store.games.read(key);
    if (game === undefined) throw new ImportProblem(SAVED.gone);
    return recordOf(game);
  }

  /** The game on the table has changed. */
  follow(): void {
    if (this.#place !== null) this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  /** The game leaves the table. */
  leave(): void {
    this.flush();
    this.#place = null;
    this.#saved = null;
  }

  /** Saves what was found out last, if anything was. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const session = this.#session();
    if (this.#games === null || this.#place === null || this.#saved === null || session === null) return;
    const findings = findingsSince(this.#saved.decisions, session.decisions);
    if (findings.length === 0) return;
    const [before, place] = [this.#saved, this.#place];
    this.#saved = session;
    const saving = this.#save(this.#games, place, { ...this.#parts, session, findings }).then((kept) => {
      // The next findings take these along, whatever counts as saved meanwhile.
      if (!kept && this.#saved !== null && this.#place === place) this.#saved = without(this.#saved, findings, before);
    });
    this.#games.store.track(saving);
  }

  /** Returns false if the browser's storage refused: a review shows the findings while it is open, and the page says so. */
  async #save({ store, table, play }: OwnGames, place: Place, found: FoundInGame): Promise<boolean> {
    const { session, findings } = found;
    const start = fingerprint(decisionAt(session, 0).state);
    const actions = session.decisions.slice(0, -1).map(({ action }) => action);
    const isAt = async (key: string): Promise<boolean> =>
      (key === table && play.takeFindings(start, actions, findings)) || amendGame(store.games, key, found);
    try {
      if (await isAt(place.key)) return true;
      // It has left the table for another one, with a key of its own since; or it has come back to the table.
      if (place.key !== table && (await isAt(table))) return true;
      for (const { key } of await store.games.summaries()) {
        if (!key.startsWith(`${table}:`) || key === place.key || place.others.has(key)) continue;
        if (await amendGame(store.games, key, found, true)) {
          place.key = key;
          return true;
        }
        place.others.add(key);
      }
      return true;
    } catch {
      return false;
    }
  }
}
