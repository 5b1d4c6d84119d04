// @vitest-environment node
import { expect, test, vi } from "vitest";
import { install, unpack, type Unpacked } from "./packages";

/** An uncompressed archive with a folder and the file `toy/rules.pyc`, as Python's `zipfile` writes it. */
const STORED = bytesOf(
  "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAEAAAAdG95L1BLAwQUAAAAAAAAACEAIToK8RgAAAAYAAAADQAAAHRveS9ydWxlcy5weWNhbnN3ZXIgPSA0MiwgYW5zd2VyID0gNDJQSwECFAMUAAAAAAAAACEAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAgAEAAAAAdG95L1BLAQIUAxQAAAAAAAAAIQAhOgrxGAAAABgAAAANAAAAAAAAAAAAAACAASIAAAB0b3kvcnVsZXMucHljUEsFBgAAAAACAAIAbQAAAGUAAAAAAA==",
);

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

async function packed(archive: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([archive]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

test("unpacking a wheel returns its files without folders", async () => {
  const [file, ...more] = await unpack(await packed(STORED));
  expect(more).toEqual([]);
  expect(file!.name).toBe("toy/rules.pyc");
  expect(new TextDecoder().decode(file!.data)).toBe("answer = 42, answer = 42");
});

test.each<[string, (whole: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
  ["is cut off", (whole) => whole.slice(0, 60)],
  ["was changed on its way", (whole) => whole.map((byte, index) => (index === 40 ? byte ^ 1 : byte))],
  ["is longer than it says", (whole) => whole.map((byte, index) => (index === whole.length - 4 ? byte - 1 : byte))],
  ["is empty", () => new Uint8Array()],
])("a packed wheel that %s is rejected", async (_, damage) => {
  await expect(unpack(damage(await packed(STORED)))).rejects.toThrow();
});

test("a truncated archive is rejected", async () => {
  await expect(unpack(await packed(STORED.slice(0, 60)))).rejects.toThrow("no end");
});

test("installing writes into site-packages and invalidates the import caches", () => {
  const said: string[] = [];
  const written = new Map<string, Uint8Array>();
  const FS = {
    mkdirTree: vi.fn(),
    writeFile: (path: string, data: Uint8Array) => void written.set(path, data),
  };
  const runPython = (code: string) => (said.push(code), "/lib/site-packages");
  const data = new Uint8Array([1]);
  const files: Unpacked[] = ["toy/a.pyc", "toy/b.pyc", "toy/deep/c.pyc", "top.pyc"].map((name) => ({ name, data }));
  install({ FS, runPython }, files);
  expect([...written.keys()]).toEqual(files.map(({ name }) => `/lib/site-packages/${name}`));
  expect(FS.mkdirTree.mock.calls.flat()).toEqual(["/lib/site-packages/toy", "/lib/site-packages/toy/deep", "/lib/site-packages"]);
  expect(said.at(-1)).toContain("invalidate_caches");
});
