/** The services that a game's own screen gets from the page: the engine for that game, storage, announcements. */
import type { AskOptions, ScreenEngine, ScreenParams, ScreenTools } from "../../games/screen-types";
import type { EnginePort, Params } from "../../core/engine-port";
import { store } from "../../store";
import { readText, writeText } from "../../store/texts";
import type { JobOptions } from "../../engine/types";
import type { DeskParts } from "./desk.svelte";
import { copyText } from "../share/share";
import { SITE } from "../words/site/site";

/** Such a game has no chance, but every request needs a seed. */
const SEED = 1;
/** Limit for requests: a person's own files and texts are larger than positions. */
const MOST_BYTES = 16_000_000;

/** The engine, bound to one game. */
export function screenEngine(port: EnginePort, rulesetId: string): ScreenEngine {
  let generation = 0;
  /** The number of workers replaced while alive; null while there is no worker. */
  let swaps: number | null = null;
  port.status.subscribe((status) => {
    const now = status.phase === "ready" && !status.restarting ? (status.swaps ?? 0) : null;
    if (now !== null && now !== swaps) generation += 1;
    swaps = now;
  });
  const jobOptions = <T>({ signal, onProgress }: AskOptions): JobOptions<T> => ({
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress: ({ progress }) => onProgress(progress) }),
  });
  return {
    get generation() {
      return generation;
    },
    query: <T extends object>(name: string, args: object, options: AskOptions = {}) =>
      port.query<T>(rulesetId, name, args, { ...jobOptions<T>(options), verbatim: true, maxBytes: MOST_BYTES }),
    evaluate: async <T extends object>(state: object, action: unknown, params: ScreenParams, { signal }: AskOptions = {}) => {
      const merged: Params = { ...params, evaluatorSeed: SEED };
      const options = signal === undefined ? {} : { signal };
      const asked =
        action === null ? port.evaluateBestMove(state, 0, merged, options) : port.gradeUserAction(state, 0, action, merged, options);
      return (await asked) as unknown as T;
    },
    describe: (state) => port.describeState(state),
    observe: async <T extends object>(state: object) => (await port.observe(state, 0)) as unknown as T,
  };
}

async function fetchFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const failed = new Error(SITE.sampleFailed);
  const response = await fetch(new URL(path, document.baseURI)).catch(() => null);
  if (response === null || !response.ok) throw failed;
  return new Uint8Array(await response.arrayBuffer());
}

/** All services for such a screen. */
export function screenTools({ engine, announce }: DeskParts, rulesetId: string): ScreenTools {
  const texts = { read: (key: string) => readText(key), write: (key: string, text: string | null) => void writeText(key, text) };
  return {
    engine: screenEngine(engine.port, rulesetId),
    shelf: store.values,
    attempts: store.attempts,
    texts,
    announce,
    copy: copyText,
    fetchFile,
  };
}
