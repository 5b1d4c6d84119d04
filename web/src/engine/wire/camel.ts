/** Key renaming between Python's `snake_case` and our `camelCase`, for params and results only. */

/** Fields whose content crosses unchanged: positions, actions, and objects whose keys are data. */
const VERBATIM = [
  "action",
  "actions",
  "args_schema",
  "artifacts",
  "best_action",
  "context",
  "evaluator_options",
  "features",
  "groups",
  "last_events",
  "line",
  "options",
  "options_schema",
  "state",
  "states",
  "user_action",
] as const;

type OpaqueKey = (typeof VERBATIM)[number];

const OPAQUE = new Set<string>([...VERBATIM, ...VERBATIM.map(camelKey)]);

/** `time_budget_ms` as a type becomes `timeBudgetMs`. */
export type CamelKey<K extends string> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;

/** A type of the bridge with renamed keys. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? Camel<Item>[]
  : T extends object
    ? { [K in keyof T as K extends string ? CamelKey<K> : K]: K extends OpaqueKey ? T[K] : Camel<T[K]> }
    : T;

/** `time_budget_ms` -> `timeBudgetMs`. An underscore before a digit or at the start stays. */
export function camelKey(key: string): string {
  return key.replace(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `timeBudgetMs` -> `time_budget_ms`. A name that starts with a capital is left alone. */
export function snakeKey(key: string): string {
  return /^[A-Z]/.test(key) ? key : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), OPAQUE.has(key) ? inner : renameKeys(inner, rename)]),
  );
}

/** A result of the bridge with `camelCase` fields. */
export function toCamel(value: unknown): unknown {
  return renameKeys(value, camelKey);
}

/** Params or query arguments with `snake_case` fields. */
export function toSnake(value: unknown): unknown {
  return renameKeys(value, snakeKey);
}
