/** The mode "Practise": one position, one decision, one grade. Positions are generated or come from the box of mistakes. */
import { gradeView } from "../../coach/decision/grades";
import { isWin, limitsOf, scaleOf } from "../../coach/decision/scale";
import { chanceLost, lossSize } from "../../coach/decision/verdicts";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { isRight, type DrillCard } from "../mistakes/drills";
import type { ScenarioParams } from "../../core/engine-port";
import { isStopped, sentenceOf } from "../../core/errors";
import type { EvaluationView } from "../../core/types";
import { currentState, decisionAt, startSession, type Decision, type GameState } from "../../core/session";
import { keepMistakes } from "../mistakes/learning";
import { coachParams, freshSeed } from "../session/params";
import type { GameContext } from "../session/context";
import { Table } from "../session/table.svelte";
import { SPOKEN } from "../words/narration";
import { PRACTISE } from "../words/practise";

export type Source = "scenarios" | "mistakes";

/** The wanted properties of a position by filter path; absent or null means any. */
export type Filters = Record<string, string | number | null>;

/** An answer with what is needed to count it when another position is already on screen. */
interface Answer {
  decision: Decision;
  card: DrillCard | null;
  hinted: boolean;
}

export interface Tally {
  answered: number;
  right: number;
  /** The sum of the losses in the game's points; never positive. */
  loss: number;
  /** The sum of the lost chances to win, in %, of the answers that are judged by them; never positive. */
  chance: number;
  /** The number of answers that are judged by the chance to win. */
  byChance: number;
}

/** The params of the scenario generator, with each filter value at its path. */
export function scenarioParams(rulesetId: string, filters: Filters, seed: number): ScenarioParams {
  const params: ScenarioParams = { rulesetId, seed };
  for (const [path, value] of Object.entries(filters)) {
    if (value === null) continue;
    const names = path.split(".");
    const last = names.pop() as string;
    let place: Record<string, unknown> = params;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = value;
  }
  return params;
}

export class Practice {
  readonly table: Table;
  readonly box: DrillStore;
  source = $state<Source>("scenarios");
  filters = $state<Filters>({});
  /** True while a position is being generated. */
  generating = $state(false);
  progress = $state(0);
  seed = $state<number | null>(null);
  card = $state.raw<DrillCard | null>(null);
  /** The answer, or null while the person thinks. */
  answer = $state.raw<unknown>(null);
  /** Right or wrong, or "open" where the answer is not counted; null until it is graded. */
  verdict = $state<boolean | "open" | null>(null);
  tally = $state<Tally>({ answered: 0, right: 0, loss: 0, chance: 0, byChance: 0 });
  /** The number of judged answers: distinguishes two answers with the same move. */
  judged = $state(0);
  readonly #context: GameContext;
  #stop: AbortController | null = null;
  /** Only the first answer to a position counts. */
  #counted = false;

  constructor(context: GameContext, box: DrillStore) {
    this.#context = context;
    this.table = new Table(context);
    this.box = box;
  }

  get state(): GameState | null {
    return this.table.session === null ? null : decisionAt(this.table.session, 0).state;
  }

  /** Shows the next position from the chosen source. */
  async next(): Promise<void> {
    if (this.source === "mistakes") this.#nextCard();
    else await this.#generate();
  }

  choose(source: Source): void {
    if (source === this.source) return;
    this.cancel();
    this.source = source;
    if (source === "mistakes") this.#nextCard();
    else this.#clear();
  }

  async #generate(): Promise<void> {
    this.cancel();
    const stop = new AbortController();
    this.#stop = stop;
    this.generating = true;
    this.progress = 0;
    this.table.error = null;
    const seed = freshSeed();
    const { engine, info } = this.#context;
    const params = scenarioParams(info.rulesetId, $state.snapshot(this.filters), seed);
    try {
      const state = await engine.port.generateScenario(params, {
        signal: stop.signal,
        onProgress: (snapshot) => (this.progress = snapshot.progress),
      });
      if (this.#stop !== stop) return;
      this.#leave();
      this.seed = seed;
      this.card = null;
      this.#put(state);
    } catch (error) {
      if (this.#stop === stop && !isStopped(error)) this.table.error = sentenceOf(error);
    } finally {
      if (this.#stop === stop) this.#idle();
    }
  }

  #nextCard(): void {
    this.#leave();
    const due = this.box.due(this.#context.info.rulesetId);
    const card = due.find(({ id }) => id !== this.card?.id) ?? due[0] ?? null;
    this.seed = null;
    this.card = card;
    if (card === null) this.#clear();
    else this.#put(card.state);
  }

  #put(state: GameState): void {
    this.answer = null;
    this.verdict = null;
    this.#counted = false;
    this.table.set(startSession(state));
    const { announce, settings } = this.#context;
    announce(SPOKEN.newPosition);
    if (settings.hints) this.hint();
  }

  #clear(): void {
    this.#leave();
    this.table.clear();
    this.answer = null;
    this.verdict = null;
    this.table.coaching.thinking.clear();
  }

  /** Lets a pending grade finish in the background when another position comes on screen. */
  #leave(): void {
    const given = this.#given();
    if (given === null || this.#counted || this.table.coaching.gradeAt(0)?.running !== true) return;
    this.#counted = true;
    void this.#gradeBehind(given);
  }

  /** The answer to the position on screen, or null. */
  #given(): Answer | null {
    const { session } = this.table;
    if (session === null || this.answer === null) return null;
    return { decision: { ...decisionAt(session, 0), action: this.answer }, card: this.card, hinted: this.hinted };
  }

  async #gradeBehind(given: Answer): Promise<void> {
    const { engine, info, settings } = this.#context;
    const { state, action } = given.decision;
    try {
      const params = coachParams(settings, info, state);
      const result = await engine.port.gradeUserAction(state, state.active_player_id, action, params, { background: true });
      this.#count(given, result);
    } catch (error) {
      if (!isStopped(error)) this.#context.announce(SPOKEN.answerNotGraded(sentenceOf(error)));
    }
  }

  /** Stops the generator. */
  cancel(): void {
    this.#stop?.abort();
    this.#idle();
  }

  #idle(): void {
    this.#stop = null;
    this.generating = false;
  }

  /** Answers with a move; the position stays on screen with the move marked. */
  async move(action: unknown): Promise<void> {
    const { session } = this.table;
    if (session === null || this.answer !== null) return;
    this.table.coaching.leave(action);
    this.answer = action;
    const applied = this.table.answer(action);
    const judged = this.#judge(action, applied);
    if ((await applied) === null) {
      this.table.coaching.grades.drop(currentState(session), action);
      this.answer = null;
      return;
    }
    this.table.show(0);
    await judged;
  }

  /** Grades the answer again after it was stopped. */
  async grade(): Promise<void> {
    if (this.answer !== null) await this.#judge(this.answer);
  }

  async #judge(action: unknown, applied?: Promise<unknown>): Promise<void> {
    const result = (await this.#recalled(action, applied)) ?? (await this.table.coaching.grade(0, action, applied));
    const given = this.#given();
    if (result === null || given === null || this.answer !== action) return;
    this.judged += 1;
    this.#decide(given, result);
  }

  /** The grade that the same mistake had in its game, or null. */
  async #recalled(action: unknown, applied?: Promise<unknown>): Promise<EvaluationView | null> {
    const { card, state } = this;
    const graded = card?.graded;
    if (state === null || graded === undefined || !this.#context.ui.sameAction(graded.action, action)) return null;
    await applied;
    this.table.coaching.store(0, state, action, graded.evaluation);
    return graded.evaluation;
  }

  /** Takes over what thinking longer found out about the answer on screen. */
  settle(evaluation: EvaluationView): void {
    const given = this.#given();
    const right = this.#isRight(evaluation) ?? "open";
    if (given !== null && this.verdict !== null && right !== this.verdict) this.#decide(given, evaluation);
  }

  #decide(given: Answer, evaluation: EvaluationView): void {
    const right = this.#isRight(evaluation);
    this.verdict = right ?? "open";
    if (!this.#counted) this.#count(given, evaluation);
    this.#counted ||= right !== null;
    const grade = gradeView(evaluation, scaleOf(this.#context.info, evaluation));
    this.#context.announce(SPOKEN.answer(grade?.word ?? "", right, given.hinted ? PRACTISE.hinted : ""));
  }

  #isRight(evaluation: EvaluationView): boolean | null {
    const { info } = this.#context;
    return isRight(evaluation, scaleOf(info, evaluation).bands, limitsOf(info));
  }

  /** Whether a hint was shown. */
  get hinted(): boolean {
    return this.table.coaching.hintAt !== null;
  }

  /** Shows a hint; the answer then counts as wrong. */
  hint(): void {
    if (this.table.session !== null && this.answer === null) this.table.coaching.hint(0);
  }

  #count({ decision, card, hinted }: Answer, evaluation: EvaluationView): void {
    const right = this.#isRight(evaluation);
    if (right === null) {
      if (card !== null) this.box.answer(card.id, null);
      return;
    }
    const solved = right && !hinted;
    const byChance = isWin(evaluation) || chanceLost(evaluation) !== null;
    const loss = lossSize(evaluation) ?? 0;
    this.tally = {
      answered: this.tally.answered + 1,
      right: this.tally.right + (solved ? 1 : 0),
      loss: this.tally.loss - (byChance ? 0 : loss),
      chance: this.tally.chance - (byChance ? loss : 0),
      byChance: this.tally.byChance + (byChance ? 1 : 0),
    };
    if (card !== null) this.box.answer(card.id, solved);
    else if (!right) void keepMistakes(this.#context, this.box, [{ ...decision, evaluation }]);
  }

  /** Shows the same position again; the first answer stays counted. */
  retry(): void {
    if (this.state === null) return;
    this.#leave();
    this.answer = null;
    this.verdict = null;
    this.table.set(startSession(this.state));
  }
}
