/** Serves checked files to Pyodide, which fetches its files itself. */
import type { Arrivals } from "./arrivals";
import type { StreamedWasm } from "./streamed-wasm";

/**
 * While `work` runs, answers `fetch` with checked bytes, and instantiates wasm files from the module compiled while
 * streaming. So only checked files are used, and nothing is fetched twice.
 *
 * Rejects as `work` does, and also when the instantiation fails, where Pyodide itself would wait forever.
 */
export async function servingFrom<T>(arrivals: Arrivals, wasm: StreamedWasm, work: () => Promise<T>): Promise<T> {
  const network = self.fetch;
  const instantiate = WebAssembly.instantiateStreaming;
  const modules = new WeakMap<Response, Promise<WebAssembly.Module>>();
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  self.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, self.location.href).href;
    const file = arrivals.of(url);
    if (file === undefined) return network(input, init);
    if (!url.endsWith(".wasm")) return new Response(await file);
    const answer = new Response();
    modules.set(
      answer,
      file.then((bytes) => wasm.module(bytes)),
    );
    return answer;
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const module = modules.get(await source);
    if (module === undefined) return instantiate(source, imports);
    try {
      return { module: await module, instance: await WebAssembly.instantiate(await module, imports) };
    } catch (thrown) {
      fail(thrown);
      throw thrown;
    }
  };
  try {
    return await Promise.race([work(), failed]);
  } finally {
    self.fetch = network;
    WebAssembly.instantiateStreaming = instantiate;
  }
}
