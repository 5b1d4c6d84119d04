/** What the header and the lines over it say about the engine. */
import { bytes } from "../../../core/format";

const TABLE_TIME = "that takes about half a minute.";

export const ENGINE = {
  stopped: "Engine stopped",
  ready: "Engine ready",
  restarting: "Restarting",
  loading: "Loading the engine",
  retry: "Retry",
  /** While a worker that died is being replaced. */
  restartNotice: "The engine stopped and is starting again. Your game is safe.",
  restarted: "The engine stopped and was started again. Your game goes on.",
  slow: "Starting Python takes longer than usual on this device.",
  startAgain: "Start again",
  startNow: "Start now",
  /** Why a table is computed in the browser. */
  computing: {
    missing: `The ready-made table could not be fetched, so it is computed here; ${TABLE_TIME}`,
    damaged: `The ready-made table is damaged, so it is computed here; ${TABLE_TIME}`,
  },
  unknownGame: (name: string): string => `This engine does not know ${name}.`,
  paused: (seconds: number): string =>
    `The engine stopped several times in a row. It starts again in ${seconds} seconds. Your game is safe.`,
  /** A file that could not be fetched; `final` when it is not tried again. */
  fileTrouble: (file: string, final: boolean): string =>
    final ? `${file} could not be fetched; the other files are still loading` : `Trying again to fetch ${file}`,
  download: (stage: string, loaded: number, total: number): string => `${stage}: ${bytes(loaded)} of ${bytes(total)}`,
} as const;

/** What the header says about a table that is being loaded or computed. */
export interface TableText {
  shown: string;
  /** For a narrow screen. */
  short: string;
  /** Without the percentage, for a screen reader. */
  spoken: string;
}

/** @param progress 0 to 1, or null while it is not known */
export function tableText(game: string, loading: boolean, progress: number | null): TableText {
  const percentage = progress === null ? "" : `: ${Math.floor(progress * 100)}%`;
  const words = loading ? `Loading the table for ${game}` : `The table for ${game} is being computed`;
  return { shown: loading ? words : words + percentage, short: `Table${percentage || " …"}`, spoken: `${words}.` };
}
