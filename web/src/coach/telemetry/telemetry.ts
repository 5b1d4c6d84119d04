/** The evaluators' notes about their work as small tables, one per kind of note. */
import type { TelemetryView } from "../../core/types";
import { plain } from "../../core/format";
import { capital } from "../../core/words";

export interface TelemetryTable {
  kind: string;
  columns: string[];
  rows: string[][];
}

/** A name in camel or snake case as words: "expectedPoints" becomes "expected points", "SearchLog" "Search log". */
function words(name: string): string {
  return name.replaceAll("_", " ").replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function heading(name: string): string {
  return capital(words(name));
}

/** A cell: integers as they are, other numbers with two decimals, objects as moves. */
function cell(value: unknown, moveText: (move: unknown) => string): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return plain(value, Number.isInteger(value) ? 0 : 2);
  if (typeof value === "object") return moveText(value);
  return String(value);
}

function kindOf({ type }: TelemetryView): string {
  return String(type);
}

/**
 * The notes as tables, in order of the first note of each kind.
 *
 * @param moveText formats a move
 */
export function telemetryTables(notes: readonly TelemetryView[], moveText: (move: unknown) => string): TelemetryTable[] {
  return [...new Set(notes.map(kindOf))].map((kind) => {
    const own = notes.filter((note) => kindOf(note) === kind);
    const keys = [...new Set(own.flatMap((note) => Object.keys(note)))].filter((key) => key !== "type");
    return {
      kind: heading(kind),
      columns: keys.map(words),
      rows: own.map((note) => keys.map((key) => cell(note[key], moveText))),
    };
  });
}
