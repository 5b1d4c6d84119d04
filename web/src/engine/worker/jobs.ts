/**
 * The jobs of a worker: which one gets the next slice, and what the page hears of it.
 *
 * There are four lanes. *Moves* are what a game waits for, an opponent's answer: each runs to its end before anything
 * else goes on, except for the first look of a grade, a slice or two until it has candidates to show. So a move comes
 * after its own time and a few slices, however long the coach thinks. A job that rests keeps its time: the engine
 * counts no rest that is longer than two slices. *Grades* come next, in the order they were asked; neither moves nor
 * grades are ever dropped. Of *evaluations* one runs and one waits; a newer one takes the
 * place of the one that waits. Ids tell which is newer: one that was sent back for lack of a table comes again after
 * those that were asked since. *Background* jobs (queries, scenarios, evaluations nobody looks at) take turns; each gets its first
 * slice at once, so that a short query is answered within two slices, and later one slice in four while an evaluation
 * runs.
 */
import type { FromWorker, JobKind, Lane, StartMessage } from "../wire/protocol";
import { isErrorObject, superseded } from "../errors";
import type { Runtime } from "./runtime";

export interface JobLoopOptions {
  /** Lets waiting messages in: resolves in a later task, not in a microtask. */
  yieldTask: () => Promise<void>;
  /** A clock in milliseconds. */
  now: () => number;
  sliceMs: number;
  /** Snapshots of a job are at least this far apart, except the first, the first with a result, and the last. */
  snapshotMs: number;
}

interface Job {
  id: number;
  kind: JobKind;
  lane: Lane;
  args: string;
  /** The bridge's handle; null until the first slice. */
  handle: number | null;
  /** Params of a "think longer" that the bridge has not heard of yet. */
  extension: string | null;
  /** When the page last heard of it, and whether it has seen a result. */
  postedAt: number;
  shown: boolean;
  slices: number;
}

interface Kept {
  id: number;
  handle: number;
}

interface Snapshot {
  done?: unknown;
  handle?: unknown;
}

/** One slice in this many goes to the background while an evaluation runs. */
const BACKGROUND_SHARE = 4;
/** Slices that a grade may take for its first look before an opponent's move goes on. */
const FIRST_LOOK = 3;
/** Background jobs under way at once: the bridge holds only so many handles, and lets the oldest go. */
const MOST_OPEN = 8;

export class JobLoop {
  #evaluation: Job | null = null;
  #pending: Job | null = null;
  /** No evaluation that is older than this id may stand in the lane: a newer one replaced all there was. */
  #replacedBefore = 0;
  #moves: Job[] = [];
  #grades: Job[] = [];
  #background: Job[] = [];
  /** Finished evaluations that can be asked to think longer, the last one of each lane. */
  readonly #kept = new Map<Lane, Kept>();
  #turn = 0;
  #looping = false;
  readonly #runtime: Runtime;
  readonly #post: (message: FromWorker) => void;
  readonly #onFatal: (thrown: unknown) => void;
  readonly #options: JobLoopOptions;

  constructor(runtime: Runtime, post: (message: FromWorker) => void, onFatal: (thrown: unknown) => void, options: JobLoopOptions) {
    this.#runtime = runtime;
    this.#post = post;
    this.#onFatal = onFatal;
    this.#options = options;
  }

  /** Queues a job and wakes the loop. */
  start(message: StartMessage): void {
    const { id, kind, lane, args } = message;
    const job: Job = { id, kind, lane, args, handle: null, extension: null, postedAt: -Infinity, shown: false, slices: 0 };
    if (message.extend !== null) this.#claim(job, message.extend);
    if (lane === "move") this.#moves.push(job);
    else if (lane === "grade") this.#grades.push(job);
    else if (lane === "background") this.#background.push(job);
    else this.#queueEvaluation(job, message.replace);
    void this.#loop();
  }

  /** Ends a job; one that has ended already has had its answer. */
  cancel(id: number): void {
    const job = this.#all().find((candidate) => candidate.id === id);
    if (job === undefined) return;
    this.#drop(job);
    this.#post({ type: "cancelled", id });
  }

  /** Forgets a finished evaluation: nobody will ask it to think longer. */
  release(id: number): void {
    for (const [lane, kept] of this.#kept) if (kept.id === id) this.#forget(lane);
  }

  #all(): Job[] {
    return [this.#evaluation, this.#pending, ...this.#moves, ...this.#grades, ...this.#background].filter((job) => job !== null);
  }

  #claim(job: Job, extend: { of: number; params: string }): void {
    for (const [lane, kept] of this.#kept) {
      if (kept.id !== extend.of) continue;
      this.#kept.delete(lane);
      job.handle = kept.handle;
      job.extension = extend.params;
    }
  }

  #queueEvaluation(job: Job, replace: boolean): void {
    if (job.id < Math.max(this.#replacedBefore, this.#pending?.id ?? 0)) {
      this.#supersede(job);
      return;
    }
    if (replace) this.#replacedBefore = job.id;
    const ousted = replace ? [this.#evaluation, this.#pending] : [this.#pending];
    for (const old of ousted) if (old !== null && old.id < job.id) this.#supersede(old);
    if (this.#evaluation === null) this.#evaluation = job;
    else this.#pending = job;
  }

  #supersede(job: Job): void {
    this.#drop(job);
    this.#post({ type: "answer", id: job.id, text: JSON.stringify(superseded().toObject()) });
  }

  /** Takes a job out of its lane, and its handle from the bridge. */
  #drop(job: Job): void {
    this.#remove(job);
    if (job.handle !== null) this.#runtime.call("stop", job.handle);
  }

  #remove(job: Job): void {
    this.#moves = this.#moves.filter((other) => other !== job);
    this.#grades = this.#grades.filter((other) => other !== job);
    this.#background = this.#background.filter((other) => other !== job);
    if (this.#pending === job) this.#pending = null;
    if (this.#evaluation === job) {
      this.#evaluation = this.#pending;
      this.#pending = null;
    }
  }

  #forget(lane: Lane): void {
    const kept = this.#kept.get(lane);
    if (kept === undefined) return;
    this.#kept.delete(lane);
    this.#runtime.call("stop", kept.handle);
  }

  async #loop(): Promise<void> {
    if (this.#looping) return;
    this.#looping = true;
    try {
      // What was posted together is queued together before the first slice.
      await this.#options.yieldTask();
      for (let job = this.#next(); job !== null; job = this.#next()) {
        this.#slice(job);
        await this.#options.yieldTask();
      }
      this.#looping = false;
    } catch (thrown) {
      // The bridge never raises: the interpreter is gone, and with it this loop, which stays shut.
      this.#onFatal(thrown);
    }
  }

  #next(): Job | null {
    const open = this.#background.filter((job) => job.handle !== null);
    const fresh = this.#background.find((job) => job.handle === null);
    if (fresh !== undefined && open.length < MOST_OPEN) return fresh;
    const urgent = this.#firstLook() ?? this.#moves[0] ?? this.#grades[0] ?? this.#evaluation;
    const patient = open[0];
    if (patient === undefined) return urgent;
    this.#turn = (this.#turn + 1) % BACKGROUND_SHARE;
    if (urgent !== null && (urgent !== this.#evaluation || this.#turn !== 0)) return urgent;
    this.#background.splice(this.#background.indexOf(patient), 1);
    this.#background.push(patient);
    return patient;
  }

  /** The first grade, while it has nothing to show yet and has had little time. */
  #firstLook(): Job | null {
    const grade = this.#grades[0];
    return grade !== undefined && !grade.shown && grade.slices < FIRST_LOOK ? grade : null;
  }

  #slice(job: Job): void {
    job.slices++;
    const fault = this.#open(job);
    if (fault !== null) {
      this.#remove(job);
      this.#post({ type: "answer", id: job.id, text: fault });
      return;
    }
    const handle = job.handle as number;
    // Nobody waits for a preparation, and everybody waits behind it: one piece of it at a time.
    const sliceMs = job.kind === "preparation" ? 0 : this.#options.sliceMs;
    const text = this.#runtime.call("step", handle, sliceMs);
    const snapshot = JSON.parse(text) as Snapshot;
    if (isErrorObject(snapshot) || snapshot.done === true) this.#finish(job, text, isErrorObject(snapshot));
    else this.#show(job, text, Object.keys(snapshot).length > 2);
  }

  /** Gives the job a handle, or its longer time. Returns the text of an error, or null. */
  #open(job: Job): string | null {
    if (job.handle !== null && job.extension !== null) {
      const text = this.#runtime.call("extend", job.handle, job.extension);
      job.extension = null;
      if (!isErrorObject(JSON.parse(text))) return null;
      // It was forgotten, or the params are not those of a longer time: then they are a question of their own.
      this.#runtime.call("stop", job.handle);
      job.handle = null;
    }
    if (job.handle !== null) return null;
    if (job.kind === "evaluation") this.#forget(job.lane);
    const text = this.#runtime.call("start_job", job.kind, job.args);
    const answer = JSON.parse(text) as Snapshot;
    if (isErrorObject(answer)) return text;
    if (typeof answer.handle !== "number") throw new Error("start_job gave no handle");
    job.handle = answer.handle;
    return null;
  }

  #finish(job: Job, text: string, failed: boolean): void {
    const keep = !failed && job.kind === "evaluation" && (job.lane === "grade" || job.lane === "evaluation");
    if (keep) {
      this.#forget(job.lane);
      this.#kept.set(job.lane, { id: job.id, handle: job.handle as number });
      this.#remove(job);
    } else {
      this.#drop(job);
    }
    this.#post({ type: "answer", id: job.id, text });
  }

  #show(job: Job, text: string, hasResult: boolean): void {
    const now = this.#options.now();
    const news = hasResult && !job.shown;
    if (!news && now - job.postedAt < this.#options.snapshotMs) return;
    job.postedAt = now;
    job.shown ||= hasResult;
    this.#post({ type: "snapshot", id: job.id, text });
  }
}
