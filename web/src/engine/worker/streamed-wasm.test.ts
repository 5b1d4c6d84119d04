// @vitest-environment node
import { afterEach, expect, test, vi } from "vitest";
import { StreamedWasm } from "./streamed-wasm";

/** The smallest valid module. */
const GOOD = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const BAD = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 9, 9, 9, 9]);
const answer = (body: Uint8Array<ArrayBuffer>) => new Response(body, { headers: { "content-type": "application/wasm" } });

afterEach(() => vi.restoreAllMocks());

test("a module compiled while streaming is not compiled again", async () => {
  const compile = vi.spyOn(WebAssembly, "compile");
  const wasm = new StreamedWasm();
  wasm.take(answer(GOOD));
  expect(await wasm.module(GOOD)).toBeInstanceOf(WebAssembly.Module);
  // Node compiles modules of its own for responses.
  expect(compile).not.toHaveBeenCalledWith(GOOD);
});

test.each<[string, (wasm: StreamedWasm) => void]>([
  ["that was here already", () => undefined],
  ["that came under another type", (wasm) => wasm.take(null)],
  ["whose way to the compiler broke", (wasm) => wasm.take(answer(BAD))],
  ["that came wrong first, and then under another type", (wasm) => (wasm.take(answer(BAD)), wasm.take(null))],
])("a module %s is compiled from its bytes", async (_, before) => {
  const wasm = new StreamedWasm();
  before(wasm);
  expect(await wasm.module(GOOD)).toBeInstanceOf(WebAssembly.Module);
});

test("a later response replaces an earlier one", async () => {
  const compile = vi.spyOn(WebAssembly, "compile");
  const wasm = new StreamedWasm();
  wasm.take(answer(BAD));
  wasm.take(answer(GOOD));
  expect(await wasm.module(GOOD)).toBeInstanceOf(WebAssembly.Module);
  // Node compiles modules of its own for responses.
  expect(compile).not.toHaveBeenCalledWith(GOOD);
});
