// @vitest-environment node
import { expect, test, vi } from "vitest";
import { install, unpack, type Unpacked } from "./packages";

/** Archives of a folder and of one file in it, `toy/rules.pyc`, as Python's `zipfile` writes them. */
const ARCHIVES = {
  compressed: "UEsDBBQAAAAIAAAAIQAAAAAAAgAAAAAAAAAEAAAAdG95LwMAUEsDBBQAAAAIAAAAIQAhOgrxEQAAABgAAAANAAAAdG95L3J1bGVzLnB5Y0vMKy5PLVKwVTAx0lFIRHAAUEsBAhQDFAAAAAgAAAAhAAAAAAACAAAAAAAAAAQAAAAAAAAAAAAAAIABAAAAAHRveS9QSwECFAMUAAAACAAAACEAIToK8REAAAAYAAAADQAAAAAAAAAAAAAAgAEkAAAAdG95L3J1bGVzLnB5Y1BLBQYAAAAAAgACAG0AAABgAAAAAAA=",
  stored: "UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAEAAAAdG95L1BLAwQUAAAAAAAAACEAIToK8RgAAAAYAAAADQAAAHRveS9ydWxlcy5weWNhbnN3ZXIgPSA0MiwgYW5zd2VyID0gNDJQSwECFAMUAAAAAAAAACEAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAgAEAAAAAdG95L1BLAQIUAxQAAAAAAAAAIQAhOgrxGAAAABgAAAANAAAAAAAAAAAAAACAASIAAAB0b3kvcnVsZXMucHljUEsFBgAAAAACAAIAbQAAAGUAAAAAAA==",
};

test.each(Object.entries(ARCHIVES))("A wheel's files are unpacked, and its folders are none: %s.", async (_, base64) => {
  const wheel = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const [file, ...more] = await unpack(wheel);
  expect(more).toEqual([]);
  expect(file!.name).toBe("toy/rules.pyc");
  expect(new TextDecoder().decode(file!.data)).toBe("answer = 42, answer = 42");
  expect(file!.data.buffer).not.toBe(wheel.buffer);
});

test("A wheel that is cut off is refused.", async () => {
  const wheel = Uint8Array.from(atob(ARCHIVES.compressed), (letter) => letter.charCodeAt(0));
  await expect(unpack(wheel.slice(0, 60))).rejects.toThrow();
});

test("Files go into the folder of packages, and Python looks there anew.", () => {
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
