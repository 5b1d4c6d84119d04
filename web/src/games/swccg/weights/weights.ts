/** The weights that a person changed, and their JSON form. */
import type { Weighing } from "../coach";
import type { WeightRow, WeightsTable } from "../types";
import { REMARKS } from "../words/weights";

export const DEFAULTS: Weighing = { profile: "coach", weights: {} };

/** The JSON that is kept in the browser or copied. */
export function weighingText({ profile, weights, rules }: Weighing): string {
  return JSON.stringify(
    {
      profile,
      ...(rules === undefined ? {} : { rules }),
      weights: Object.fromEntries(Object.entries(weights).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    null,
    1,
  );
}

/** The result of pasting weights. */
export interface Pasted {
  weighing: Weighing;
  /** How many weights were applied. */
  taken: number;
  /** One sentence for each value that was skipped or changed. */
  remarks: string[];
}

const MAX_QUOTE = 40;

function quoted(text: string): string {
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

/** Reads pasted weights; null if the text holds none. */
export function readPasted(text: string, table: WeightsTable): Pasted | null {
  const weighing = parseWeighing(text);
  if (weighing === null) return null;
  const { profile, weights } = JSON.parse(text) as { profile?: unknown; weights: Record<string, unknown> };
  const rows = new Map(table.weights.map((row) => [row.name, row]));
  const remarks: string[] = [];
  let taken = 0;
  for (const [name, value] of Object.entries(weights)) {
    const row = rows.get(name);
    if (row === undefined) remarks.push(REMARKS.unknown(quoted(name)));
    else if (typeof value !== "number") remarks.push(REMARKS.notANumber(name, quoted(JSON.stringify(value))));
    else {
      taken += 1;
      const within = clamp(value, row);
      if (within !== value) remarks.push(REMARKS.clamped(name, within, row));
    }
  }
  if (profile !== undefined && !table.profiles.some((known) => known === profile)) {
    remarks.push(REMARKS.profile(quoted(JSON.stringify(profile))));
  }
  return { weighing, taken, remarks };
}

/** Parses kept or pasted weights, dropping values that are not numbers; null if the text is not such JSON. */
export function parseWeighing(text: string | null): Weighing | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { profile, weights, rules } = value as { profile?: unknown; weights?: unknown; rules?: unknown };
  if (typeof weights !== "object" || weights === null || Array.isArray(weights)) return null;
  const numbers = Object.entries(weights).filter(([, number]) => typeof number === "number" && Number.isFinite(number));
  const own = typeof rules === "string" ? { rules } : {};
  return { profile: profile === "document" ? "document" : "coach", weights: Object.fromEntries(numbers) as Record<string, number>, ...own };
}

/** The weighing reduced to existing weights with non-default values, clamped to their limits. */
export function fitted({ profile, weights, rules }: Weighing, table: WeightsTable): Weighing {
  const kept = table.weights.flatMap((row) => {
    const value = weights[row.name];
    if (value === undefined) return [];
    const within = clamp(value, row);
    return within === row.value ? [] : [[row.name, within] as const];
  });
  const own = rules === undefined ? {} : { rules };
  return { profile: table.profiles.includes(profile) ? profile : "coach", weights: Object.fromEntries(kept), ...own };
}

/** A group of weights of which some match a search. */
export interface FoundGroup {
  code: string;
  name: string;
  description: string;
  rows: WeightRow[];
}

/** The groups with the weights whose label, name or group has all words of a search. */
export function searched({ groups, weights }: WeightsTable, text: string): FoundGroup[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const matches = (row: WeightRow, group: string): boolean => {
    const all = `${row.label} ${row.name} ${group}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const found = groups.map((group) => ({ ...group, rows: weights.filter((row) => row.group === group.code && matches(row, group.name)) }));
  return found.filter(({ rows }) => rows.length > 0);
}

/** The decision after `index` among those that a weight touches, starting over after the last. */
export function nextTouched(indices: readonly number[], index: number): number | null {
  return indices.find((each) => each > index) ?? indices[0] ?? null;
}

export function clamp(value: number, { minimum, maximum }: Pick<WeightRow, "minimum" | "maximum">): number {
  return Math.min(maximum, Math.max(minimum, value));
}
