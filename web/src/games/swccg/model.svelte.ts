/** The state of the review screen: the open replay with its review, the decision on screen, and what is kept of them. */
import type { ScreenTools } from "../screen-types";
import { CardData } from "./cards/cards.svelte";
import { Coach, type CardTexts } from "./coach";
import { Detail } from "./decision/detail.svelte";
import { isStopped, sentenceOf } from "../../core/errors";
import { Keeper } from "./reading/keeper";
import { highlights } from "./timeline/highlights";
import { filtered, firstShown, marksOf, nextDisagreement, NO_FILTER, stepFrom, type Filter, type Mark, type Said } from "./timeline/list";
import { checkSize, encoded, recognise, recogniseText, type Bytes, type Given } from "./reading/reading";
import type { Grade, Replay, Review, State, Work } from "./types";
import { WeightsState } from "./weights/weights-state.svelte";
import { titledReplay, titledReview } from "./cards/titles";
import { plain } from "../../core/format";
import { capital } from "../../core/words";
import { gameTitle, gradeWords } from "./words/phrases";
import { markText, placeText } from "./words/timeline";
import { cardsLoadedText, flipsText, lastOneText, openedText, WORK_WORDS } from "./words/work";

const SAMPLE = "samples/swccg-sample.xml";
/** Set while a game is kept, in local storage: it can be read before the database has answered. */
const KEPT = "hindsight:swccg:kept";

export class ReviewModel {
  readonly tools: ScreenTools;
  readonly coach: Coach;
  readonly cards: CardData;
  readonly weights: WeightsState;
  readonly detail: Detail;
  replay = $state.raw<Replay | null>(null);
  /** The name of the open file. */
  name = $state("");
  review = $state.raw<Review | null>(null);
  /** A single decision, beside or without a replay. */
  alone = $state.raw<State | null>(null);
  work = $state.raw<Work | null>(null);
  problem = $state<string | null>(null);
  /** A notice that is not an error. */
  note = $state<string | null>(null);
  /** The name of a game that was set aside because the page ended several times while opening it. */
  aside = $state<string | null>(null);
  /** The game of the last visit is being restored. */
  restoring = $state(false);
  /** Counts the visits to decisions: the decision is scrolled into view at each one. */
  arrivals = $state(0);
  index = $state(-1);
  filter = $state.raw<Filter>(NO_FILTER);
  /** What the person says they chose, by decision. */
  said = $state.raw<Record<number, Said>>({});
  readonly #keeper: Keeper;
  /** A replay is being opened; it is scored once it is there. */
  #opening = false;

  readonly marks: Mark[] = $derived(this.replay === null ? [] : marksOf(this.replay, this.review, this.said));
  readonly visible: Mark[] = $derived(filtered(this.marks, this.filter));
  /** The place of the current decision among the visible ones: "3 of 43". */
  readonly place: string = $derived.by(() => {
    const at = this.visible.findIndex(({ row }) => row.index === this.index);
    return placeText(at < 0 ? null : at + 1, this.visible.length);
  });
  /** The decisions that mattered most, worst first. */
  readonly highlights: Mark[] = $derived(highlights(this.marks));
  readonly flips: Mark[] = $derived(this.marks.filter(({ scored }) => scored?.flipped === true));

  constructor(tools: ScreenTools) {
    this.tools = tools;
    this.coach = new Coach(tools.engine);
    this.cards = new CardData(this.coach, tools);
    this.weights = new WeightsState(this.coach, tools.texts, () => void this.#rescore());
    this.detail = new Detail(this.coach);
    this.#keeper = new Keeper(tools);
  }

  /** Restores what was kept at the last visit. */
  async restore(): Promise<void> {
    this.restoring = this.tools.texts.read(KEPT) !== null;
    try {
      await this.#bringBack();
    } finally {
      this.restoring = false;
    }
  }

  async #bringBack(): Promise<void> {
    const kept = await this.#keeper.read();
    this.aside = (await this.#keeper.aside())?.name ?? null;
    this.restoring = kept !== null;
    await this.cards.restore();
    if (kept === null || this.replay !== null || this.work !== null) return;
    this.#keeper.mark();
    await this.#open(kept.name, kept.bytes, false);
    this.#keeper.unmark();
  }

  /** Opens the game that was set aside. */
  async openAside(): Promise<void> {
    const kept = await this.#keeper.aside();
    if (kept === null) return;
    await this.#keeper.bringBack();
    this.aside = (await this.#keeper.aside())?.name ?? null;
    this.tools.texts.write(KEPT, "1");
    this.#keeper.mark();
    await this.#tried(() => this.#open(kept.name, kept.bytes, false));
    this.#keeper.unmark();
  }

  /** Opens files of any kind; card data first, since replays are read with it. */
  async takeFiles(files: readonly File[]): Promise<void> {
    await this.#tried(async () => {
      for (const file of files) checkSize(file.size, file.name);
      const given: Given[] = [];
      for (const file of files) given.push(recognise(new Uint8Array(await file.arrayBuffer()), file.name));
      await this.#take(given);
    });
  }

  async takeText(text: string): Promise<void> {
    await this.#tried(() => this.#take([recogniseText(text)]));
  }

  async openSample(): Promise<void> {
    await this.#tried(async () => this.#open(WORK_WORDS.sample, await this.tools.fetchFile(SAMPLE), true));
  }

  closeGame(): void {
    this.work?.stop();
    this.coach.close();
    this.detail.titles = {};
    this.replay = null;
    this.review = null;
    this.index = -1;
    this.said = {};
    this.filter = NO_FILTER;
    this.problem = null;
    this.note = null;
    if (this.alone === null) this.detail.clear();
    this.tools.texts.write(KEPT, null);
    void this.cards.giveBack();
    void this.#keeper.clear();
  }

  /** Leaves a single decision, back to the game if one is open. */
  closeAlone(): void {
    this.alone = null;
    this.detail.clear();
    if (this.index >= 0) void this.#showDecision();
  }

  async forgetCards(): Promise<void> {
    await this.cards.forget();
    if (this.replay !== null) await this.cards.forGame(this.name === WORK_WORDS.sample);
    await this.#reread();
  }

  async unforgetCards(): Promise<void> {
    if (await this.cards.bringBack()) await this.#reread();
  }

  /** Goes to a decision of the replay. */
  go(index: number): void {
    this.arrivals += 1;
    this.note = null;
    if (index === this.index && this.alone === null) return;
    this.alone = null;
    this.index = index;
    const mark = this.marks[index];
    if (mark !== undefined) this.tools.announce(markText(mark));
    this.#keepNotes();
    void this.#showDecision();
  }

  step(by: 1 | -1): void {
    this.#goIf(stepFrom(this.visible, this.index, by));
  }

  end(last: boolean): void {
    this.#goIf((last ? this.visible.at(-1) : this.visible[0])?.row.index ?? null);
  }

  nextDisagreement(): void {
    const next = nextDisagreement(this.visible, this.index);
    const before = this.alone === null ? this.index : -1;
    this.#goIf(next);
    const note = next === null || next === before ? WORK_WORDS.noOther : next < before ? WORK_WORDS.fromTop : null;
    if (note !== null) this.#notify(note);
  }

  #notify(note: string): void {
    this.note = note;
    this.tools.announce(note);
  }

  /** Records what the person says they chose; null takes it back. */
  async say(answer: string | null): Promise<void> {
    const index = this.alone === null ? this.index : -1;
    if (index >= 0) {
      const { [index]: _, ...others } = this.said;
      this.said = answer === null ? others : { ...others, [index]: { answer, grade: null } };
      this.#keepNotes();
    }
    await this.detail.say(answer, this.weights.weighing);
    const refused = this.detail.problem;
    if (answer !== null && refused !== null) {
      await this.say(null);
      this.problem = refused;
      return;
    }
    const evaluation = this.detail.shown?.evaluation;
    if (answer !== null && evaluation?.deltaEv != null) {
      if (this.said[index]?.answer === answer) this.said = { ...this.said, [index]: { answer, grade: evaluation.grade } };
      this.tools.announce(`${capital(gradeWords(evaluation.grade).said)}: ${plain(-evaluation.deltaEv)} points behind.`);
    }
  }

  async showLog(on: boolean): Promise<void> {
    this.detail.log = on;
    await this.detail.refresh(this.weights.weighing);
  }

  /** Scores the game, or scores it again; the old rows stay until the new ones arrive. */
  async score(): Promise<void> {
    await this.#working(WORK_WORDS.scoring, async (options) => {
      await this.weights.load();
      const review = await this.coach.review(this.weights.weighing, options);
      this.review = titledReview(review, this.detail.titles);
      await this.#gradeSaid(options.signal);
    });
  }

  /** Grades the reported choices with the current weights. */
  async #gradeSaid(signal: AbortSignal): Promise<void> {
    for (const [key, { answer }] of Object.entries(this.said)) {
      const grade = await this.#gradeOf(Number(key), answer, signal);
      if (this.said[Number(key)]?.answer === answer) this.said = { ...this.said, [key]: { answer, grade } };
    }
  }

  /** The grade of an answer, or null if it cannot be graded; the reason is shown with the decision. */
  async #gradeOf(index: number, answer: string, signal: AbortSignal): Promise<Grade | null> {
    try {
      const state = await this.coach.state(index, { signal });
      return (await this.coach.evaluate(state, answer, { ...this.weights.weighing, log: false }, { signal })).grade;
    } catch (error) {
      if (isStopped(error)) throw error;
      return null;
    }
  }

  #goIf(index: number | null): void {
    if (index !== null) this.go(index);
  }

  async #take(given: readonly Given[]): Promise<void> {
    const texts: CardTexts = {};
    for (const each of given) if (each.kind === "cards") texts[each.side] = each.text;
    if (Object.keys(texts).length > 0 && (await this.cards.take(texts))) {
      this.tools.announce(cardsLoadedText(this.cards.loaded?.cards ?? 0));
      if (!given.some(({ kind }) => kind === "replay")) await this.#reread();
    }
    const replays = given.filter((each) => each.kind === "replay");
    for (const each of given) {
      if (each.kind === "replay" && each === replays.at(-1)) await this.#open(each.name, each.bytes, true);
      if (each.kind === "decision") await this.#showAlone(await this.coach.parse(each.xml));
      if (each.kind === "state") await this.#showAlone(await this.tools.engine.observe<State>(each.state));
    }
    const last = replays.at(-1);
    if (replays.length > 1 && last !== undefined && this.problem === null) {
      this.#notify(lastOneText(replays.length, last.name));
    }
  }

  async #showAlone(state: State): Promise<void> {
    this.alone = state;
    this.detail.clear();
    // Kept weights may no longer exist; loading the table removes those.
    await this.weights.load();
    await this.detail.show(state, null, this.weights.weighing);
    this.tools.announce(state.decision?.text ?? "");
    this.arrivals += 1;
  }

  async #open(name: string, bytes: Bytes, keep: boolean): Promise<void> {
    this.#opening = true;
    await this.cards.forGame(name === WORK_WORDS.sample);
    const found = await this.#working(WORK_WORDS.reading, async (options) => this.coach.open(await encoded(bytes), options));
    this.#opening = false;
    if (found === undefined) {
      if (this.replay !== null) await this.cards.forGame(this.name === WORK_WORDS.sample);
      return this.#resume();
    }
    const replay = this.#titled(found);
    const same = replay.replay_id === this.replay?.replay_id;
    this.replay = replay;
    this.name = name;
    this.alone = null;
    if (!same) {
      this.review = null;
      this.filter = NO_FILTER;
      this.detail.clear();
      const notes = await this.#keeper.notes(replay.replay_id);
      this.said = Object.fromEntries(Object.entries(notes.said).map(([key, answer]) => [key, { answer, grade: null }]));
      this.index = notes.index;
    }
    if (keep) {
      this.tools.texts.write(KEPT, "1");
      await this.#keeper.keep(name, bytes);
    }
    const choices = replay.decisions.filter((row) => row.has_choice).length;
    this.tools.announce(openedText(gameTitle(replay), replay.decisions.length, choices));
    await this.score();
    if (this.marks[this.index] === undefined) this.index = this.highlights[0]?.row.index ?? firstShown(this.marks) ?? -1;
    await this.#showDecision();
  }

  /** Keeps the game that was open, and finishes its scoring if the failed attempt interrupted it. */
  async #resume(): Promise<void> {
    const { problem } = this;
    if (this.replay === null || this.review !== null) return;
    await this.score();
    this.problem = problem;
  }

  /** Reads the open game again with the changed card data. */
  async #reread(): Promise<void> {
    if (this.replay !== null) {
      const replay = await this.#working(WORK_WORDS.readingWithCards, (options) => this.coach.reopen(options));
      if (replay !== undefined && replay !== null) this.replay = this.#titled(replay);
    }
    await this.#rescore();
  }

  /** The replay for display; its titles are used for single decisions, too. */
  #titled(replay: Replay): Replay {
    this.detail.titles = replay.titles ?? {};
    return titledReplay(replay);
  }

  async #rescore(): Promise<void> {
    const detail = this.detail.refresh(this.weights.weighing);
    if (this.replay !== null && !this.#opening) await this.score();
    await detail;
    if (this.review !== null && this.work === null) this.tools.announce(flipsText(this.flips.length, this.review.decisions.length));
  }

  async #showDecision(): Promise<void> {
    if (this.index < 0 || this.replay === null) return;
    await this.detail.show(this.index, this.said[this.index]?.answer ?? null, this.weights.weighing);
  }

  #keepNotes(): void {
    const answers = Object.fromEntries(Object.entries(this.said).map(([key, { answer }]) => [key, answer]));
    if (this.replay !== null) void this.#keeper.keepNotes(this.replay.replay_id, { index: this.index, said: answers });
  }

  /** Runs a long task and stops the previous one; returns undefined if the task fails or is stopped. */
  async #working<T>(
    what: string,
    task: (options: { signal: AbortSignal; onProgress: (part: number) => void }) => Promise<T>,
  ): Promise<T | undefined> {
    this.work?.stop();
    const stop = new AbortController();
    const work: Work = { what, progress: null, stop: () => stop.abort() };
    const mine = (): boolean => !stop.signal.aborted;
    stop.signal.addEventListener("abort", () => (this.work = null), { once: true });
    this.work = work;
    this.problem = null;
    this.note = null;
    try {
      const found = await task({ signal: stop.signal, onProgress: (progress) => mine() && (this.work = { ...work, progress }) });
      return mine() ? found : undefined;
    } catch (error) {
      if (mine() && !isStopped(error)) this.problem = sentenceOf(error);
      return undefined;
    } finally {
      if (mine()) this.work = null;
    }
  }

  /** Runs a task; an error becomes the problem on screen. */
  async #tried(task: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await task();
    } catch (error) {
      if (!isStopped(error)) this.problem = sentenceOf(error);
    }
  }
}
