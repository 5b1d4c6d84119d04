/** Unpacks wheels while Python is still starting, and puts what was in them where Python looks for packages. */
import { inflateRaw, iter } from "but-unzip";
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

/**
 * The files in a wheel.
 *
 * @throws an `EngineError` where the browser cannot unpack anything, and whatever a damaged wheel leads to
 */
export async function unpack(wheel: Bytes): Promise<Unpacked[]> {
  if (inflateRaw === undefined) {
    throw new EngineError("BOOT_FAILED", "This browser is too old: it cannot unpack the engine. A newer version of it can.");
  }
  if (END.some((byte, index) => wheel.at(index - END_BYTES) !== byte)) throw new RangeError("The wheel has no end.");
  const entries = [...iter(wheel)].filter(({ filename }) => !filename.endsWith("/"));
  return Promise.all(
    entries.map(async ({ filename, read }) => {
      const data = await read();
      // What was not compressed is a view of the whole wheel, which is not kept.
      return { name: filename, data: data.buffer === wheel.buffer ? data.slice() : data };
    }),
  );
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
