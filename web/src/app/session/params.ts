/** The params of an evaluation, from what the person chose and the position at hand. */
import type { GameInfo, Level, Params } from "../../core/engine-port";
import { fingerprint } from "../../core/fingerprint";
import { clampMs, type Settings } from "../../core/settings";
import type { GameState } from "../../core/session";

/** The think time of a preset that does not say. */
const DEFAULT_MS = 250;
/** The longest budget that the engine takes. */
const MOST_MS = 600_000;

/**
 * A seed for evaluating a position: the same position gets the same numbers every time.
 *
 * It is not the seed of the game, so that worlds that are sampled are not the one that will come.
 */
export function evaluatorSeed(state: GameState): number {
  return Number.parseInt(fingerprint(state).slice(0, 8), 36) % 2 ** 31;
}

/** The coach's params at the think time that was chosen; a preset that is unknown becomes the first one. */
export function coachParams(settings: Pick<Settings, "think" | "customMs">, info: GameInfo, state: GameState): Params {
  const preset = info.presets.find(({ id }) => id === settings.think) ?? info.presets[0];
  const asked = settings.think === "custom" ? forTime(preset?.params ?? {}, clampMs(settings.customMs)) : preset?.params;
  return { ...asked, evaluatorSeed: evaluatorSeed(state) };
}

/** Params with another time budget, which no amount of work that was meant for the old one cuts short. */
function forTime<P extends Partial<Params>>(params: P, timeBudgetMs: number): Omit<P, "maxWork"> & { timeBudgetMs: number } {
  const { maxWork: _meantForAnother, ...others } = params;
  return { ...others, timeBudgetMs };
}

/** How long the coach thinks at the chosen setting, in milliseconds. */
export function coachBudget(settings: Pick<Settings, "think" | "customMs">, info: GameInfo): number {
  if (settings.think === "custom") return clampMs(settings.customMs);
  const preset = info.presets.find(({ id }) => id === settings.think) ?? info.presets[0];
  return preset?.params.timeBudgetMs ?? DEFAULT_MS;
}

/** An opponent's params. */
export function levelParams(level: Level, state: GameState): Params {
  return { ...level.params, evaluatorSeed: evaluatorSeed(state) };
}

/**
 * How long to think when it is to be longer: the first preset that is at least twice what was spent, or else twice that.
 *
 * Budgets are totals, and one can be spent more than once over: where the device is slow, or on being asked again.
 *
 * @param spent the milliseconds that the evaluation has taken so far
 */
export function longerParams(settings: Pick<Settings, "think" | "customMs">, info: GameInfo, state: GameState, spent = 0): Params {
  const enough = 2 * Math.max(coachBudget(settings, info), spent);
  const preset = info.presets.find(({ params }) => (params.timeBudgetMs ?? DEFAULT_MS) >= enough);
  if (preset) return { ...coachParams(settings, info, state), ...preset.params };
  return forTime(coachParams(settings, info, state), Math.min(MOST_MS, enough));
}

/** A fresh seed for a game or a scenario, short enough to be read out. */
export function freshSeed(): number {
  const [value = 1] = crypto.getRandomValues(new Uint32Array(1));
  return (value % 999_999) + 1;
}
