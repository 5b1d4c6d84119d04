/** The tools and files of a page, in memory. */
import type { ScreenTools } from "../../screen-types";
import { FakeSwccg } from "./fake-engine";
import { DARK_JSON, LIGHT_JSON, REPLAY_XML } from "./short-game";

/** The file of the sample game's cards. */
const SAMPLE_CARDS = `{"dark": ${DARK_JSON}, "light": ${LIGHT_JSON}}`;

/** The tools that a page would provide, in memory. */
export function fakeTools(fake = new FakeSwccg()) {
  const kept = new Map<string, unknown>();
  const opening = new Map<string, number>();
  const texts = new Map<string, string>();
  const said: string[] = [];
  const copied: string[] = [];
  const tools: ScreenTools = {
    engine: fake,
    shelf: {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
      del: async (key) => void kept.delete(key),
      rename: async (from, to) => {
        if (kept.has(from)) kept.set(kept.has(to) ? `${to}:${kept.size}` : to, kept.get(from));
        kept.delete(from);
      },
      names: async (prefix) => [...kept.keys()].filter((name) => name.startsWith(prefix)),
    },
    attempts: {
      most: 3,
      deaths: (name) => opening.get(name) ?? 0,
      begin: (name) => void opening.set(name, (opening.get(name) ?? 0) + 1),
      end: (name) => void opening.delete(name),
    },
    texts: {
      read: (key) => texts.get(key) ?? null,
      write: (key, text) => void (text === null ? texts.delete(key) : texts.set(key, text)),
    },
    announce: (sentence) => said.push(sentence),
    copy: async (text, what) => {
      copied.push(text);
      return `${what} copied.`;
    },
    fetchFile: async (path) => new TextEncoder().encode(path.endsWith(".json") ? SAMPLE_CARDS : REPLAY_XML),
  };
  return { fake, tools, kept, texts, said, copied };
}

/** A file as the browser provides it. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return Object.assign(new File([bytes], name), { arrayBuffer: async () => bytes.buffer });
}

/** Waits until pending promises and timers of 0 ms have run. */
export async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
