/** A worker with the site's Python, for measuring parts of the engine that the bridge does not expose. */
import type { loadPyodide } from "pyodide";
import { fetchManifest } from "../src/engine/loading/manifest";
import { install, type Python, unpack } from "../src/engine/worker/packages";

/** One measurement. */
export interface Errand {
  runtimeUrl: string;
  /** Python source that defines `measure`, a function from text to text. */
  source: string;
  argument: string;
}

self.onmessage = async (event: MessageEvent<Errand>) => {
  const { runtimeUrl, source, argument } = event.data;
  const { path, files } = await fetchManifest(runtimeUrl, "");
  const folderUrl = new URL(`${path.replace(/\/$/, "")}/`, runtimeUrl).href;
  const module = (await import(/* @vite-ignore */ `${folderUrl}pyodide.mjs`)) as { loadPyodide: typeof loadPyodide };
  const pyodide = await module.loadPyodide({ indexURL: folderUrl });
  for (const { name } of files.filter((file) => file.name.endsWith(".packed"))) {
    const packed = await (await fetch(folderUrl + name)).arrayBuffer();
    install(pyodide as unknown as Python, await unpack(new Uint8Array(packed)));
  }
  const names = pyodide.toPy({ __name__: "pieces" });
  pyodide.runPython(source, { globals: names });
  self.postMessage(names.get("measure")(argument));
};
