/** Weights that a person changed: kept, written and read as JSON. */
import type { Weighing } from "./coach";
import type { WeightRow, WeightsTable } from "./types";

export const DEFAULTS: Weighing = { profile: "coach", weights: {} };

/** What is kept or copied. */
export function weighingText({ profile, weights }: Weighing): string {
  return JSON.stringify({ profile, weights: Object.fromEntries(Object.entries(weights).sort(([a], [b]) => (a < b ? -1 : 1))) }, null, 1);
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
  if (typeof weights !== "object" || weights === null) return null;
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
