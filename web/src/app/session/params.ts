/** The params of evaluations, from the settings and the position. */
import { gameScale, isWin } from "../../coach/decision/scale";
import type { GameInfo, Level, Params, Preset } from "../../core/engine-port";
import { fingerprint } from "../../core/fingerprint";
import { clampMs, type Settings } from "../../core/settings";
import type { Decision, GameState } from "../../core/session";
import type { EvaluationView } from "../../core/types";

/** The think time of a preset without one, in milliseconds. */
const DEFAULT_MS = 250;
/** The engine's limit for a time budget, in milliseconds. */
const MAX_MS = 600_000;
/** How many times slower than the preset's device one may be that still does the preset's work when a game is reviewed. */
const SLOWER = 8;

/**
 * The seed for evaluating a position, derived from it so that results repeat.
 *
 * It is independent of the game's seed, so that sampled determinizations do not match the actual future.
 */
export function evaluatorSeed(state: GameState): number {
  return Number.parseInt(fingerprint(state).slice(0, 8), 36) % 2 ** 31;
}

/** The chosen preset; the first one if it is unknown. */
function presetOf({ think }: Pick<Settings, "think">, { presets }: GameInfo): Preset | undefined {
  return presets.find(({ id }) => id === think) ?? presets[0];
}

/** The coach's params at the chosen think time. */
export function coachParams(settings: Pick<Settings, "think" | "customMs">, info: GameInfo, state: GameState): Params {
  const preset = presetOf(settings, info);
  const presetParams = settings.think === "custom" ? forTime(preset?.params ?? {}, clampMs(settings.customMs)) : preset?.params;
  return { ...presetParams, evaluatorSeed: evaluatorSeed(state) };
}

/**
 * The coach's params for a move that was already played: the same work with more time for it.
 *
 * A slow device then takes longer, and a move has the same grade whenever its game is opened. Think times without a limit of work
 * stay as they are.
 */
export function steadyParams(settings: Pick<Settings, "think" | "customMs">, info: GameInfo, state: GameState): Params {
  const params = coachParams(settings, info, state);
  if ((params.maxWork ?? null) === null) return params;
  return { ...params, timeBudgetMs: Math.min(MAX_MS, SLOWER * (params.timeBudgetMs ?? DEFAULT_MS)) };
}

/**
 * Params with another time budget, without the work limit that belonged to the old one. They say so, because they may be
 * merged over the old ones.
 */
function forTime<P extends Partial<Params>>(params: P, timeBudgetMs: number): P & { timeBudgetMs: number; maxWork: null } {
  return { ...params, timeBudgetMs, maxWork: null };
}

/** Whether an evaluation with the params `done` serves as one with the params `asked`: it has at least the same budgets. */
export function serves(done: Params, asked: Params): boolean {
  const rest = (params: Params): string => {
    const { timeBudgetMs: _time, maxWork: _work, ...others } = params;
    return JSON.stringify(Object.entries(others).sort());
  };
  const enough = (done.timeBudgetMs ?? DEFAULT_MS) >= (asked.timeBudgetMs ?? DEFAULT_MS);
  return enough && (done.maxWork ?? Infinity) >= (asked.maxWork ?? Infinity) && rest(done) === rest(asked);
}

/** The presets to choose from: a player alone cannot play to win. */
export function presetsFor({ presets }: Pick<GameInfo, "presets">, players: number): Preset[] {
  return presets.filter(({ scale }) => players > 1 || scale !== "win");
}

/**
 * Whether a game's decisions are judged by the chance to win: as most of its evaluations are; before the first one, as the
 * chosen preset will judge them.
 */
export function judgedByWin(
  settings: Pick<Settings, "think">,
  info: GameInfo,
  decisions: readonly Pick<Decision, "evaluation">[],
  players: number,
): boolean {
  if (decisions.some(({ evaluation }) => evaluation !== null)) return gameScale(info, decisions).win;
  return players > 1 && presetOf(settings, info)?.scale === "win";
}

/** What the chosen preset judges by, where people choose between two units; else null. */
export function chosenUnit(settings: Pick<Settings, "think">, info: GameInfo, players: number): Preset["scale"] {
  return players > 1 ? (presetOf(settings, info)?.scale ?? null) : null;
}

/** Whether an evaluation is in the unit that the chosen preset judges by, where people choose between two. */
export function inChosenUnit(settings: Pick<Settings, "think">, info: GameInfo, players: number, evaluation: EvaluationView): boolean {
  const unit = chosenUnit(settings, info, players);
  return unit === null || isWin(evaluation) === (unit === "win");
}

/** The coach's params for a query in one of the units of a game that has two: played to win, or for points. */
export function paramsIn(info: GameInfo, win: boolean, state: GameState): Partial<Params> {
  const preset = info.presets.find(({ scale }) => scale === (win ? "win" : "points"));
  return preset === undefined ? {} : { ...preset.params, evaluatorSeed: evaluatorSeed(state) };
}

/** The coach's think time at the chosen setting, in milliseconds. */
export function coachBudget(settings: Pick<Settings, "think" | "customMs">, info: GameInfo): number {
  if (settings.think === "custom") return clampMs(settings.customMs);
  return presetOf(settings, info)?.params.timeBudgetMs ?? DEFAULT_MS;
}

/** An opponent's params. */
export function levelParams(level: Level, state: GameState): Params {
  return { ...level.params, evaluatorSeed: evaluatorSeed(state) };
}

/**
 * The params for "Think longer": the first preset with at least twice the time spent, or else exactly twice.
 *
 * Budgets are totals. An evaluation can have taken more than its budget, on a slow device or after earlier extensions.
 *
 * @param spent the time the evaluation has taken so far, in milliseconds
 */
export function longerParams(settings: Pick<Settings, "think" | "customMs">, info: GameInfo, state: GameState, spent = 0): Params {
  const enough = 2 * Math.max(coachBudget(settings, info), spent);
  const preset = info.presets.find(({ params }) => (params.timeBudgetMs ?? DEFAULT_MS) >= enough);
  if (preset) return { ...coachParams(settings, info, state), maxWork: null, ...preset.params };
  return forTime(coachParams(settings, info, state), Math.min(MAX_MS, enough));
}

/** A random seed for a game or a scenario, from 1 to 999,999: short enough to read out. */
export function freshSeed(): number {
  const [value = 1] = crypto.getRandomValues(new Uint32Array(1));
  return (value % 999_999) + 1;
}
