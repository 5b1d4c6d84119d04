/**
 * Tables that games look up, brought to the engine when an answer needs one: from the site, from what an earlier
 * visit computed, or computed in a second worker. Many answers that lack the same table wait for it together.
 */
import { EngineError, isErrorObject, sentenceOf } from "../errors";
import type { Bytes } from "./file";
import type { ArtifactFile, LoadMessage, RuntimeInfo } from "../wire/protocol";
import type { ArtifactShelf } from "./shelf";
import type { Preparing } from "../status";
import { newVersion } from "./version";

/** The question whose answer is a table. */
export interface SolveQuestion {
  rulesetId: string;
  name: string;
  args: unknown;
}

/** A table that an answer lacked, and how to compute it where that is possible. */
export interface Wanted {
  rulesetId: string;
  name: string;
  solve: SolveQuestion | null;
}

/** What the keeper needs of the engine. */
export interface ArtifactParts {
  info(): RuntimeInfo;
  /** A game's name for people. */
  gameName(rulesetId: string): Promise<string>;
  /** Gives a table to the worker; the bridge's answer, or why the file could not be had. */
  load(message: Omit<LoadMessage, "id">, onProgress: (progress: number) => void): Promise<string>;
  /** Computes a table elsewhere. */
  solve(question: SolveQuestion, onProgress: (progress: number) => void): Promise<Bytes>;
  shelf: ArtifactShelf;
  /** The engine's end; its reason is what whoever still waits is told. */
  signal: AbortSignal;
  show(preparing: Preparing | null): void;
}

/** Faults of a file that is not there. Some hosts answer with a page of their own instead of saying so. */
const MISSING: ReadonlySet<string> = new Set(["RUNTIME_MISSING", "RUNTIME_TYPE"]);

/** One name for a table of a game. */
export function keyOf({ rulesetId, name }: Pick<Wanted, "rulesetId" | "name">): string {
  return `${rulesetId}.${name}`;
}

/** The table for lack of which this answer is an error, or null. */
export function wantedBy(text: string): Wanted | null {
  // Most answers are not worth a second parsing.
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
  readonly #coming = new Map<string, Promise<void>>();
  readonly #shown = new Map<string, Preparing>();

  constructor(parts: ArtifactParts) {
    this.#parts = parts;
  }

  /**
   * Brings a table to the worker; whoever asks while it is on its way waits for the same one.
   *
   * It goes on when nobody waits any more: whoever needed it will soon ask again.
   *
   * @throws an `EngineError` with one sentence when it can neither be loaded nor computed
   */
  bring(wanted: Wanted): Promise<void> {
    const key = keyOf(wanted);
    const under = this.#coming.get(key);
    if (under !== undefined) return under;
    const coming = this.#bring(wanted).finally(() => {
      this.#coming.delete(key);
      this.#show(key, null);
    });
    this.#coming.set(key, coming);
    return coming;
  }

  async #bring(wanted: Wanted): Promise<void> {
    const { info, gameName, shelf, signal } = this.#parts;
    const { folderUrl, artifacts } = info();
    const keptAt = new URL(`${keyOf(wanted)}.solved.bin`, folderUrl).href;
    const name = await gameName(wanted.rulesetId);
    signal.throwIfAborted();
    const file = artifacts.find((each) => keyOf(each) === keyOf(wanted));
    // The site's goes first: it may hold more than what is computed here.
    const why = file === undefined ? "missing" : await this.#loadFile(file, name);
    if (why === null || (await this.#loadKept(wanted, name, keptAt))) return;
    // To compute it takes a worker, which could not start any more.
    if (why === "outdated") throw newVersion();
    const bytes = await this.#solve(wanted, name, why);
    // Kept before it is loaded: if the engine is lost meanwhile, the work is not.
    const kept = shelf.put(keptAt, bytes);
    const fault = await this.#load(wanted, name, bytes);
    if (fault === null) return;
    void kept.then(() => shelf.drop(keptAt));
    throw failed(wanted, name, fault.error);
  }

  /** Takes what an earlier visit computed, if that is still good. */
  async #loadKept(wanted: Wanted, name: string, keptAt: string): Promise<boolean> {
    const kept = await this.#parts.shelf.get(keptAt);
    this.#parts.signal.throwIfAborted();
    if (kept === null) return false;
    if ((await this.#load(wanted, name, kept)) === null) return true;
    void this.#parts.shelf.drop(keptAt);
    return false;
  }

  /** Takes the site's file; null, or why it cannot be used. */
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

  /** One table is shown at a time: the one that was asked for first. */
  #show(key: string, preparing: Preparing | null): void {
    if (preparing === null) this.#shown.delete(key);
    else this.#shown.set(key, onwards(this.#shown.get(key), preparing));
    this.#parts.show([...this.#shown.values()][0] ?? null);
  }
}

/** What is shown next: a second try of the same thing does not take back how far the first one came. */
function onwards(before: Preparing | undefined, next: Preparing): Preparing {
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
