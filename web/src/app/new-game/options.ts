/** The options of a new game, read from the JSON schema that the engine gives. */
import type { GameInfo } from "../../core/engine-port";
import { capital } from "../../core/words";

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

/** An option with a fixed set of values. */
export interface ChoiceOption extends OptionBase {
  values: readonly (string | number)[];
  fallback: string | number;
}

/** An integer option with bounds. */
export interface NumberOption extends OptionBase {
  min: number;
  max: number;
  fallback: number;
}

/** The schema properties of a game's options, by key. */
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

/** The title of an option. Titles derived from the key capitalise every word; only the first keeps its capital. */
function titleOf(key: string, title: unknown): string {
  const words = key.replaceAll("_", " ");
  if (typeof title === "string" && title.toLowerCase() !== words.toLowerCase()) return title;
  return capital(words);
}

/** The options of a game that are on or off. */
export function togglesOf(info: GameInfo): Toggle[] {
  return fieldsOf(info).flatMap(({ schema, ...base }) =>
    schema["type"] === "boolean" ? [{ ...base, fallback: schema["default"] === true }] : [],
  );
}

/** The options of a game with a fixed set of values. */
export function choicesOf(info: GameInfo): ChoiceOption[] {
  const isValue = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";
  return fieldsOf(info).flatMap(({ schema, ...base }) => {
    const values = (Array.isArray(schema["enum"]) ? schema["enum"] : []).filter(isValue);
    const [first] = values;
    if (first === undefined) return [];
    return [{ ...base, values, fallback: values.find((value) => value === schema["default"]) ?? first }];
  });
}

/** Options that the form does not show: its other choices set the number of players and who begins. */
const DECIDED_ELSEWHERE: readonly string[] = ["players", "first_player"];

/** The integer options of a game that the form asks for. */
export function numbersOf(info: GameInfo): NumberOption[] {
  return fieldsOf(info).flatMap(({ schema, ...base }) => {
    const { type, minimum: min, maximum: max, default: given } = schema;
    if (type !== "integer" || Array.isArray(schema["enum"]) || DECIDED_ELSEWHERE.includes(base.key)) return [];
    if (typeof min !== "number" || typeof max !== "number") return [];
    return [{ ...base, min, max, fallback: typeof given === "number" ? given : min }];
  });
}

/** Whether a value is an integer within the bounds of the option. */
export function fits({ min, max }: Pick<NumberOption, "min" | "max">, value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}

/** A value for each option in the form; an invalid one becomes the default. */
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
