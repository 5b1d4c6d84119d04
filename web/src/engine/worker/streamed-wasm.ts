/** Python's wasm module, compiled while its file streams in and used once the file is checked. */
import type { Bytes } from "../loading/file";

export class StreamedWasm {
  #compiling: Promise<WebAssembly.Module> | null = null;

  /** Takes a response as its download begins; that of a retry replaces the first. */
  readonly take = (response: Response | null): void => {
    this.#compiling = response === null ? null : WebAssembly.compileStreaming(response);
    // The check of the bytes has the better error message.
    this.#compiling?.catch(() => undefined);
  };

  /** The compiled module of a checked file. */
  async module(bytes: Bytes): Promise<WebAssembly.Module> {
    try {
      if (this.#compiling !== null) return await this.#compiling;
    } catch {
      // The bytes are valid, so only the stream to the compiler failed.
    }
    return WebAssembly.compile(bytes);
  }
}
