/** Unpacking of wheels while Python is still starting, and installing them as packages. */
import { iter } from "but-unzip";
import { EngineError } from "../errors";
import type { Bytes } from "../loading/file";

/** The part of the interpreter that is used. */
export interface Python {
  FS: {
    mkdirTree(path: string): void;
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
  };
  runPython(code: string): unknown;
}

/** The end-of-archive record of our wheels. Without it the library would search forever. */
const END = [0x50, 0x4b, 0x05, 0x06];
const END_BYTES = 22;

export interface Unpacked {
  name: string;
  data: Uint8Array;
}

/** The content of a gzip stream, whose last four bytes are its length. The browser checks its CRC. */
async function inflated(packed: Bytes): Promise<Bytes> {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(packed.length - 4, true);
  const bytes = new Uint8Array(length);
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  // Errors of the stream surface where it is read.
  for (const write of [writer.write(packed), writer.close()]) write.catch(() => undefined);
  const reader = readable.getReader();
  let filled = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, filled);
    filled += part.value.length;
  }
  if (filled !== length) throw new RangeError("The wheel does not have the stated length.");
  return bytes;
}

/**
 * The files in a wheel packed by `build_tools/runtime/packed.py`. They share one buffer.
 *
 * @throws an `EngineError` where the browser cannot unpack, and other errors for damaged wheels
 */
export async function unpack(packed: Bytes): Promise<Unpacked[]> {
  if (typeof DecompressionStream === "undefined") {
    throw new EngineError("BOOT_FAILED", "This browser is too old to unpack the engine. Please update it.");
  }
  const wheel = await inflated(packed);
  if (END.some((byte, index) => wheel.at(index - END_BYTES) !== byte)) throw new RangeError("The wheel has no end-of-archive record.");
  const entries = [...iter(wheel)].filter(({ filename }) => !filename.endsWith("/"));
  return Promise.all(entries.map(async ({ filename, read }) => ({ name: filename, data: await read() })));
}

/** Writes files into the site-packages folder. Python takes ownership of the data. */
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
