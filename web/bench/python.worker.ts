/** A bare Python of the site's runtime: it measures pieces of the engine that have no door in the bridge. */
import type { loadPyodide } from "pyodide";
import { fetchManifest } from "../src/engine/loading/download";

export interface Errand {
  runtimeUrl: string;
  /** Python that defines `measure`, from text to text. */
  source: string;
  argument: string;
}

self.onmessage = async (event: MessageEvent<Errand>) => {
  const { runtimeUrl, source, argument } = event.data;
  const { path } = await fetchManifest(runtimeUrl);
  const folderUrl = new URL(`${path.replace(/\/$/, "")}/`, runtimeUrl).href;
  const module = (await import(/* @vite-ignore */ `${folderUrl}pyodide.mjs`)) as { loadPyodide: typeof loadPyodide };
  const pyodide = await module.loadPyodide({ indexURL: folderUrl });
  await pyodide.loadPackage(["py_engine"], { messageCallback: () => undefined });
  const names = pyodide.toPy({ __name__: "pieces" });
  pyodide.runPython(source, { globals: names });
  self.postMessage(names.get("measure")(argument));
};
