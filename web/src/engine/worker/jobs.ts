/**
 * The scheduler of a worker's jobs: decides which job gets the next slice, and reports to the page.
 *
 * There are four lanes, here in order of precedence:
 *
 * - *Moves* are opponents' moves, which a game waits for. Each runs to its end before anything else, except for the first
 *   slices of a grade, until that has candidates to show. So a move takes its own time plus a few slices, however long
 *   the coach thinks.
 * - *Grades* come next, in order. Neither moves nor grades are ever dropped.
 * - Of *evaluations* one runs and one waits, and a newer one replaces the waiting one. Ids decide which is newer, because
 *   one that was sent back for a missing table arrives again after later ones.
 * - *Background* jobs (queries, scenarios, evaluations that are not on screen) take turns. Each gets its first slice at
 *   once, so that a short query is answered within two slices, and later one slice in four while an evaluation runs.
 *
 * A paused job keeps its time budget: the engine does not count pauses longer than two slices.
 */
import type { Continuation, FromWorker, JobKind, Lane, StartMessage } from "../wire/protocol";
import { isErrorObject, superseded } from "../errors";
import type { Runtime } from "./runtime";

export interface JobLoopOptions {
  /** Yields to waiting messages: resolves in a later task, not in a microtask. */
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
  /** The bridge's handle; null before the first slice. */
  handle: number | null;
  /** How it continues an earlier evaluation, as long as that is not yet passed to the bridge. */
  extension: Continuation | null;
  /** The time of the last snapshot, and whether one had a result. */
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
/** The first slices of a grade that precede an opponent's move, until it has candidates. */
const FIRST_SLICES = 3;
/** Limit of open background jobs: the bridge has a limited number of handles and drops the oldest. */
const MAX_OPEN = 8;

export class JobLoop {
  #evaluation: Job | null = null;
  #pending: Job | null = null;
  /** Evaluations with smaller ids are superseded: a newer one replaced the whole lane. */
  #replacedBefore = 0;
  #moves: Job[] = [];
  #grades: Job[] = [];
  #background: Job[] = [];
  /** Finished evaluations that can be continued: the last one of each lane. */
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

  /** Cancels a job, unless it has already been answered. */
  cancel(id: number): void {
    const job = this.#all().find((candidate) => candidate.id === id);
    if (job === undefined) return;
    this.#drop(job);
    this.#post({ type: "cancelled", id });
  }

  /** Frees a finished evaluation that will not be continued. */
  release(id: number): void {
    for (const [lane, kept] of this.#kept) if (kept.id === id) this.#forget(lane);
  }

  #all(): Job[] {
    return [this.#evaluation, this.#pending, ...this.#moves, ...this.#grades, ...this.#background].filter((job) => job !== null);
  }

  #claim(job: Job, extend: Continuation): void {
    for (const [lane, kept] of this.#kept) {
      if (kept.id !== extend.of) continue;
      this.#kept.delete(lane);
      job.handle = kept.handle;
      job.extension = extend;
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

  /** Removes a job from its lane and stops it in the bridge. */
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
      // Messages that were posted together are all queued before the first slice.
      await this.#options.yieldTask();
      for (let job = this.#next(); job !== null; job = this.#next()) {
        this.#slice(job);
        await this.#options.yieldTask();
      }
      this.#looping = false;
    } catch (thrown) {
      // The bridge never raises, so the interpreter is broken, and this loop ends for good.
      this.#onFatal(thrown);
    }
  }

  /** The job that gets the next slice; null if there is none. */
  #next(): Job | null {
    const open = this.#background.filter((job) => job.handle !== null);
    const fresh = this.#background.find((job) => job.handle === null);
    if (fresh !== undefined && open.length < MAX_OPEN) return fresh;
    const foreground = this.#freshGrade() ?? this.#moves[0] ?? this.#grades[0] ?? this.#evaluation;
    const background = open[0];
    if (background === undefined) return foreground;
    this.#turn = (this.#turn + 1) % BACKGROUND_SHARE;
    // Only an evaluation gives up some of its slices.
    if (foreground !== null && (foreground !== this.#evaluation || this.#turn !== 0)) return foreground;
    this.#background.splice(this.#background.indexOf(background), 1);
    this.#background.push(background);
    return background;
  }

  /** The first grade, while it has no result yet and has had few slices. */
  #freshGrade(): Job | null {
    const grade = this.#grades[0];
    return grade !== undefined && !grade.shown && grade.slices < FIRST_SLICES ? grade : null;
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
    // A preparation must not delay other jobs, so it runs one step at a time.
    const sliceMs = job.kind === "preparation" ? 0 : this.#options.sliceMs;
    const text = this.#runtime.call("step", handle, sliceMs);
    const snapshot = JSON.parse(text) as Snapshot;
    if (isErrorObject(snapshot) || snapshot.done === true) this.#finish(job, text, isErrorObject(snapshot));
    else this.#show(job, text, Object.keys(snapshot).length > 2);
  }

  /** Starts the job in the bridge, or continues it. Returns the text of an error, or null. */
  #open(job: Job): string | null {
    if (job.handle !== null && job.extension !== null) {
      const { extension } = job;
      const text =
        "action" in extension
          ? this.#runtime.call("grade", job.handle, extension.action)
          : this.#runtime.call("extend", job.handle, extension.params);
      job.extension = null;
      if (!isErrorObject(JSON.parse(text))) return null;
      // The handle is gone, or it cannot be continued like this: then start a new job.
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
