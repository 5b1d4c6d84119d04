/**
 * Loading of games' lookup tables into the engine on demand: from the site, from an earlier visit, or computed in a
 * second worker. Requests that need the same table wait for it together.
 */
import { EngineError, isErrorObject, sentenceOf } from "../errors";
import type { Bytes } from "./file";
import type { ArtifactFile, LoadMessage, RuntimeInfo } from "../wire/protocol";
import type { ArtifactShelf } from "./shelf";
import type { Preparing } from "../status";
import { newVersion } from "./version";

/** The query that computes a table. */
export interface SolveQuestion {
  rulesetId: string;
  name: string;
  args: unknown;
}

/** A missing table, with the query that computes it, if there is one. */
export interface Wanted {
  rulesetId: string;
  name: string;
  solve: SolveQuestion | null;
}

/** What the keeper needs from the engine. */
export interface ArtifactParts {
  info(): RuntimeInfo;
  /** The display name of a game. */
  gameName(rulesetId: string): Promise<string>;
  /** Loads a table into the worker. Returns the bridge's answer, or the error of the download. */
  load(message: Omit<LoadMessage, "id">, onProgress: (progress: number) => void): Promise<string>;
  /** Computes a table in another worker. */
  solve(question: SolveQuestion, onProgress: (progress: number) => void): Promise<Bytes>;
  shelf: ArtifactShelf;
  /** Aborted at the engine's end, with the reason for pending requests. */
  signal: AbortSignal;
  show(preparing: Preparing | null): void;
}

/** Error codes of a missing file. Some hosts send an HTML page in place of one. */
const MISSING: ReadonlySet<string> = new Set(["RUNTIME_MISSING", "RUNTIME_TYPE"]);

/** The key of a game's table. */
export function keyOf({ rulesetId, name }: Pick<Wanted, "rulesetId" | "name">): string {
  return `${rulesetId}.${name}`;
}

/** The missing table that caused an error answer, or null. */
export function wantedBy(text: string): Wanted | null {
  // A cheap test, as most answers need no second parsing.
  if (!text.includes('"artifact"')) return null;
  const answer: unknown = JSON.parse(text);
  if (!isErrorObject(answer)) return null;
  const { artifact, solve } = (answer.context ?? {}) as Record<string, Record<string, unknown> | undefined>;
  if (typeof artifact?.ruleset_id !== "string" || typeof artifact.name !== "string") return null;
  const rulesetId = artifact.ruleset_id;
  const question = typeof solve?.name === "string" ? { rulesetId, name: solve.name, args: solve.args ?? {} } : null;
  return { rulesetId, name: artifact.name, solve: question };
}

export class ArtifactKeeper {
  readonly #parts: ArtifactParts;
  /** Loads in progress, by key. */
  readonly #coming = new Map<string, Promise<void>>();
  /** The status of each of them, in order of the requests. */
  readonly #shown = new Map<string, Preparing>();

  constructor(parts: ArtifactParts) {
    this.#parts = parts;
  }

  /**
   * Loads a table into the worker; concurrent calls share one load.
   *
   * The load continues even if its requests are cancelled: the table will soon be needed again.
   *
   * @throws an `EngineError` with one sentence when it can be neither loaded nor computed
   */
  bring(wanted: Wanted): Promise<void> {
    const key = keyOf(wanted);
    const running = this.#coming.get(key);
    if (running !== undefined) return running;
    const load = this.#bring(wanted).finally(() => {
      this.#coming.delete(key);
      this.#show(key, null);
    });
    this.#coming.set(key, load);
    return load;
  }

  async #bring(wanted: Wanted): Promise<void> {
    const { info, gameName, shelf, signal } = this.#parts;
    const { folderUrl, artifacts } = info();
    const keptAt = new URL(`${keyOf(wanted)}.solved.bin`, folderUrl).href;
    const name = await gameName(wanted.rulesetId);
    signal.throwIfAborted();
    const file = artifacts.find((each) => keyOf(each) === keyOf(wanted));
    // The site's file is preferred: it may hold more than a table computed here.
    const why = file === undefined ? "missing" : await this.#loadFile(file, name);
    if (why === null || (await this.#loadKept(wanted, name, keptAt))) return;
    // Computing takes a new worker, which could not start any more.
    if (why === "outdated") throw newVersion();
    const bytes = await this.#solve(wanted, name, why);
    // Stored before it is loaded, so that the work survives a loss of the engine.
    const kept = shelf.put(keptAt, bytes);
    const fault = await this.#load(wanted, name, bytes);
    if (fault === null) return;
    void kept.then(() => shelf.drop(keptAt));
    throw failed(wanted, name, fault.error);
  }

  /** Loads the table computed in an earlier visit, if it is still valid. */
  async #loadKept(wanted: Wanted, name: string, keptAt: string): Promise<boolean> {
    const kept = await this.#parts.shelf.get(keptAt);
    this.#parts.signal.throwIfAborted();
    if (kept === null) return false;
    if ((await this.#load(wanted, name, kept)) === null) return true;
    void this.#parts.shelf.drop(keptAt);
    return false;
  }

  /** Loads the site's file. Returns null, or why it cannot be used. */
  async #loadFile(file: ArtifactFile, name: string): Promise<"missing" | "damaged" | "outdated" | null> {
    const fault = await this.#load(file, name, file);
    if (fault?.code === "NEW_VERSION") return "outdated";
    if (fault !== null) return MISSING.has(fault.code) ? "missing" : "damaged";
    void this.#parts.shelf.keepFile(file.url);
    return null;
  }

  async #load(wanted: Pick<Wanted, "rulesetId" | "name">, game: string, source: LoadMessage["source"]) {
    const show = (progress: number | null) => this.#show(keyOf(wanted), { name: game, what: "loading", progress, why: null });
    show(null);
    const { rulesetId, name } = wanted;
    const answer: unknown = JSON.parse(await this.#parts.load({ type: "load", rulesetId, name, source }, show));
    return isErrorObject(answer) ? answer : null;
  }

  async #solve(wanted: Wanted, name: string, why: "missing" | "damaged"): Promise<Bytes> {
    const show = (progress: number | null) => this.#show(keyOf(wanted), { name, what: "solving", progress, why });
    if (wanted.solve === null) throw failed(wanted, name, "The engine has no way to compute it.");
    show(null);
    try {
      return await this.#parts.solve(wanted.solve, show);
    } catch (thrown) {
      throw failed(wanted, name, sentenceOf(thrown));
    }
  }

  /** Shows one table at a time: the one that was requested first. */
  #show(key: string, preparing: Preparing | null): void {
    if (preparing === null) this.#shown.delete(key);
    else this.#shown.set(key, withoutSetback(this.#shown.get(key), preparing));
    this.#parts.show([...this.#shown.values()][0] ?? null);
  }
}

/** The next status to show: a retry does not reset the progress. */
function withoutSetback(before: Preparing | undefined, next: Preparing): Preparing {
  if (before === undefined || before.what !== next.what || before.progress === null) return next;
  return { ...next, progress: Math.max(before.progress, next.progress ?? 0) };
}

function failed({ rulesetId, name }: Wanted, game: string, reason: string): EngineError {
  return new EngineError(
    "ARTIFACT_FAILED",
    `The table for ${game} could be neither loaded nor computed. Check the connection, then try again.`,
    { artifact: { ruleset_id: rulesetId, name }, reason },
  );
}
