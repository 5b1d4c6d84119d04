/** Unpacks wheels while Python is still starting, and puts what was in them where Python looks for packages. */
import { iter } from "but-unzip";
import type { PyodideInterface } from "pyodide";
import type { Bytes } from "../loading/file";

export interface Unpacked {
  name: string;
  data: Uint8Array;
}

/** The files in a wheel. */
export function unpack(wheel: Bytes): Promise<Unpacked[]> {
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
export function install({ FS, runPython }: PyodideInterface, files: readonly Unpacked[]): void {
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
