/** The options of a new game, as the engine's schema has them. */
import type { GameInfo } from "../../core/engine-port";

export type OptionValue = boolean | string | number;

interface OptionBase {
  key: string;
  title: string;
  description: string;
}

/** An option that is on or off. */
export interface Toggle extends OptionBase {
  fallback: boolean;
}

/** An option with a few values. */
export interface ChoiceOption extends OptionBase {
  values: readonly (string | number)[];
  fallback: string | number;
}

/** An option that is a whole number within bounds. */
export interface NumberOption extends OptionBase {
  min: number;
  max: number;
  fallback: number;
}

/** The options of a game by their name. */
export function propertiesOf(info: GameInfo): Record<string, unknown> {
  const { properties } = info.options as { properties?: unknown };
  return typeof properties === "object" && properties !== null ? (properties as Record<string, unknown>) : {};
}

function fieldsOf(info: GameInfo): (OptionBase & { schema: Record<string, unknown> })[] {
  return Object.entries(propertiesOf(info)).map(([key, value]) => {
    const schema = value as Record<string, unknown>;
    const { title, description } = schema;
    return { key, title: titleOf(key, title), description: typeof description === "string" ? description : "", schema };
  });
}

/** A title that was made from the name of the field has a capital for every word: only the first keeps it. */
function titleOf(key: string, title: unknown): string {
  const words = key.replaceAll("_", " ");
  if (typeof title === "string" && title.toLowerCase() !== words.toLowerCase()) return title;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The options of a game that are on or off. */
export function togglesOf(info: GameInfo): Toggle[] {
  return fieldsOf(info).flatMap(({ schema, ...base }) =>
    schema["type"] === "boolean" ? [{ ...base, fallback: schema["default"] === true }] : [],
  );
}

/** The options of a game that are one of a few values. */
export function choicesOf(info: GameInfo): ChoiceOption[] {
  const isValue = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";
  return fieldsOf(info).flatMap(({ schema, ...base }) => {
    const values = (Array.isArray(schema["enum"]) ? schema["enum"] : []).filter(isValue);
    const [first] = values;
    if (first === undefined) return [];
    return [{ ...base, values, fallback: values.find((value) => value === schema["default"]) ?? first }];
  });
}

/** How many play: that is not asked, it follows from the company. */
const PLAYERS = "players";

/** The options of a game that are a whole number within bounds. */
export function numbersOf(info: GameInfo): NumberOption[] {
  return fieldsOf(info).flatMap(({ schema, ...base }) => {
    const { type, minimum: min, maximum: max, default: given } = schema;
    if (type !== "integer" || Array.isArray(schema["enum"]) || base.key === PLAYERS) return [];
    if (typeof min !== "number" || typeof max !== "number") return [];
    return [{ ...base, min, max, fallback: typeof given === "number" ? given : min }];
  });
}

/** Whether a value is one that the option can have. */
export function fits({ min, max }: Pick<NumberOption, "min" | "max">, value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

/** A value for each option that can be chosen; what is not understood becomes the option's own. */
export function optionsFrom(info: GameInfo, given: Record<string, unknown>): Record<string, OptionValue> {
  const toggles = togglesOf(info).map(({ key, fallback }) => {
    const value = given[key];
    return [key, typeof value === "boolean" ? value : fallback] as const;
  });
  const choices = choicesOf(info).map(
    ({ key, values, fallback }) => [key, values.find((value) => value === given[key]) ?? fallback] as const,
  );
  const numbers = numbersOf(info).map((option) => {
    const value = given[option.key];
    return [option.key, fits(option, value) ? value : option.fallback] as const;
  });
  return Object.fromEntries<OptionValue>([...choices, ...numbers, ...toggles]);
}
