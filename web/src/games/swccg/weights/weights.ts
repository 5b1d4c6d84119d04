/** Weights that a person changed: kept, written and read as JSON. */
import type { Weighing } from "../coach";
import type { WeightRow, WeightsTable } from "../types";
import { plain } from "../../../core/format";

export const DEFAULTS: Weighing = { profile: "coach", weights: {} };

/** What is kept or copied. */
export function weighingText({ profile, weights }: Weighing): string {
  return JSON.stringify({ profile, weights: Object.fromEntries(Object.entries(weights).sort(([a], [b]) => (a < b ? -1 : 1))) }, null, 1);
}

/** Weights that were pasted: those that hold, and what was done with the others. */
export interface Pasted {
  weighing: Weighing;
  taken: number;
  /** One remark each: what was left out and why, or taken otherwise than it stood there. */
  remarks: string[];
}

const LONGEST = 40;

function quoted(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Reads pasted weights; null where the text is none at all. */
export function readPasted(text: string, table: WeightsTable): Pasted | null {
  const weighing = parseWeighing(text);
  if (weighing === null) return null;
  const { profile, weights } = JSON.parse(text) as { profile?: unknown; weights: Record<string, unknown> };
  const rows = new Map(table.weights.map((row) => [row.name, row]));
  const remarks: string[] = [];
  let taken = 0;
  for (const [name, value] of Object.entries(weights)) {
    const row = rows.get(name);
    if (row === undefined) remarks.push(`${quoted(name)} is left out: there is no such weight.`);
    else if (typeof value !== "number") remarks.push(`${name} is left out: ${quoted(JSON.stringify(value))} is not a number.`);
    else {
      taken += 1;
      const within = clamp(value, row);
      if (within !== value)
        remarks.push(`${name} is taken as ${plain(within, 0)}: it may be from ${plain(row.minimum, 0)} to ${plain(row.maximum, 0)}.`);
    }
  }
  if (profile !== undefined && !table.profiles.some((known) => known === profile)) {
    remarks.push(`The profile ${quoted(JSON.stringify(profile))} is not known: the coach's is taken.`);
  }
  return { weighing, taken, remarks };
}

/** Weights from kept or pasted text; null where it is none. Values that are no numbers are left out. */
export function parseWeighing(text: string | null): Weighing | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { profile, weights } = value as { profile?: unknown; weights?: unknown };
  if (typeof weights !== "object" || weights === null || Array.isArray(weights)) return null;
  const numbers = Object.entries(weights).filter(([, number]) => typeof number === "number" && Number.isFinite(number));
  return { profile: profile === "document" ? "document" : "coach", weights: Object.fromEntries(numbers) as Record<string, number> };
}

/** The same with only weights that there are, within their limits, and different from the default. */
export function fitted({ profile, weights }: Weighing, table: WeightsTable): Weighing {
  const kept = table.weights.flatMap((row) => {
    const value = weights[row.name];
    if (value === undefined) return [];
    const within = clamp(value, row);
    return within === row.value ? [] : [[row.name, within] as const];
  });
  return { profile: table.profiles.includes(profile) ? profile : "coach", weights: Object.fromEntries(kept) };
}

export function clamp(value: number, { minimum, maximum }: Pick<WeightRow, "minimum" | "maximum">): number {
  return Math.min(maximum, Math.max(minimum, value));
}
