/** Completes summaries of earlier versions from the games' records, which hold the evaluations. */
import { WIN_UNIT } from "../../coach/decision/scale";
import { capital } from "../../core/words";
import type { EvaluationView } from "../../core/types";
import type { About, KindLoss } from "../../store";
import { recordOf } from "./autosave";
import { personsOf } from "../session/seats";
import type { GameRecord } from "./record";

interface Loss {
  loss: number;
  kind: string;
}

/** Whether a summary lacks what this version adds. */
export function isIncomplete({ over, graded, squares }: About): boolean {
  return over && graded > 0 && squares === undefined;
}

/**
 * The summary with the losses by kind, their squares, and luck.
 *
 * @returns null if the record does not hold the same losses that the summary counts
 */
export function completed(about: About, text: string): About | null {
  try {
    const record = recordOf({ text });
    const losses = lossesIn(record, about);
    if (losses === null) return null;
    return { ...about, squares: sum(losses.map(({ loss }) => loss * loss)), kinds: byKind(losses), luck: luckIn(record, about.unit) };
  } catch {
    return null;
  }
}

function win({ metadata }: EvaluationView): boolean {
  return metadata.objective === "win";
}

/** The losses that the summary counts: those in its unit. */
function lossesIn(record: GameRecord, { graded, lost, unit }: About): Loss[] | null {
  const evaluations = (record.evaluations ?? []).slice(0, record.cursor);
  const candidates = [(each: EvaluationView) => win(each) === (unit === WIN_UNIT), () => true];
  for (const counts of candidates) {
    const losses = evaluations.flatMap((each): Loss[] => {
      const delta = each?.deltaEv ?? null;
      return each === null || delta === null || !counts(each) ? [] : [{ loss: Math.max(0, -delta), kind: each.metadata.decision ?? "" }];
    });
    if (losses.length === graded && Math.abs(sum(losses.map(({ loss }) => loss)) - lost) < 1e-6) return losses;
  }
  return null;
}

function byKind(losses: readonly Loss[]): KindLoss[] {
  const codes = [...new Set(losses.map(({ kind }) => kind))].filter((code) => code !== "");
  return codes.map((code) => {
    const own = losses.filter(({ kind }) => kind === code);
    // The engine knows the name of the kind; records of this version contain it.
    return { code, name: capital(code.replaceAll("_", " ")), graded: own.length, lost: sum(own.map(({ loss }) => loss)) };
  });
}

/**
 * What chance gave the only person; null where that is not recorded, or where it is in another unit than the losses: a game
 * that has decisions for points as well as for the chance to win counts its luck in points.
 */
function luckIn({ seats, luck = [], cursor, evaluations = [] }: GameRecord, unit: string): number | null {
  if (unit === WIN_UNIT && evaluations.slice(0, cursor).some((each) => each !== null && !win(each))) return null;
  const [player, other] = personsOf(seats);
  const gains = luck.slice(0, cursor).filter((each) => each !== null);
  if (player === undefined || other !== undefined || gains.length === 0) return null;
  return sum(gains.map((each) => each[player] ?? 0));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
