/** Unpacks wheels while Python is still starting, and puts what was in them where Python looks for packages. */
import { iter } from "but-unzip";
import { EngineError } from "../errors";
import type { Bytes } from "../loading/file";

/** As much of an interpreter as is needed. */
export interface Python {
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
  };
  runPython(code: string): unknown;
}

/** What a wheel of ours ends with. Where there is no such record, the library looks for one for ever. */
const END = [0x50, 0x4b, 0x05, 0x06];
const END_BYTES = 22;

export interface Unpacked {
  name: string;
  data: Uint8Array;
}

/** What a gzip stream holds; its last four bytes say how much that is. The browser checks the sum that it carries. */
async function inflated(packed: Bytes): Promise<Bytes> {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(packed.length - 4, true);
  const bytes = new Uint8Array(length);
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  // What is wrong with the stream is said where it is read.
  for (const write of [writer.write(packed), writer.close()]) write.catch(() => undefined);
  const reader = readable.getReader();
  let filled = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, filled);
    filled += part.value.length;
  }
  if (filled !== length) throw new RangeError("The wheel is not as long as it says.");
  return bytes;
}

/**
 * The files in a packed wheel: `build_tools/packed.py` says how it is made. They share one piece of memory.
 *
 * @throws an `EngineError` where the browser cannot unpack anything, and whatever a damaged wheel leads to
 */
export async function unpack(packed: Bytes): Promise<Unpacked[]> {
  if (typeof DecompressionStream === "undefined") {
    throw new EngineError("BOOT_FAILED", "This browser is too old: it cannot unpack the engine. A newer version of it can.");
  }
  const wheel = await inflated(packed);
  if (END.some((byte, index) => wheel.at(index - END_BYTES) !== byte)) throw new RangeError("The wheel has no end.");
  const entries = [...iter(wheel)].filter(({ filename }) => !filename.endsWith("/"));
  return Promise.all(entries.map(async ({ filename, read }) => ({ name: filename, data: await read() })));
}

/** Writes files into the folder of installed packages. What was written is Python's from then on. */
export function install({ FS, runPython }: Python, files: readonly Unpacked[]): void {
  const root = runPython("import sys; next(path for path in sys.path if path.endswith('site-packages'))") as string;
  const made = new Set<string>();
  for (const { name, data } of files) {
    const path = `${root}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, data, { canOwn: true });
  }
  runPython("import importlib; importlib.invalidate_caches()");
}
