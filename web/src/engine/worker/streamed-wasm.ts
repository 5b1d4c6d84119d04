/** Python's machine code, compiled while its file comes and used when the file has been checked. */
import type { Bytes } from "../loading/file";

export class StreamedWasm {
  #compiling: Promise<WebAssembly.Module> | null = null;

  /** Takes an answer as it begins to come; one that comes later, because the first was no good, takes its place. */
  readonly take = (response: Response | null): void => {
    this.#compiling = response === null ? null : WebAssembly.compileStreaming(response);
    // What cannot be compiled is not what was built, which the check of its bytes says better.
    this.#compiling?.catch(() => undefined);
  };

  /** The module of a file that is here and checked. */
  async module(bytes: Bytes): Promise<WebAssembly.Module> {
    try {
      if (this.#compiling !== null) return await this.#compiling;
    } catch {
      // The bytes are good: what went wrong was their way to the compiler.
    }
    return WebAssembly.compile(bytes);
  }
}
