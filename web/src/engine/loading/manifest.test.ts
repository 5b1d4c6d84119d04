// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  requested,
  BASE,
  encode,
  errorOf,
  goodRuntime,
  served,
  serveManifest,
  settled,
  setUpServer,
  cacheModesOf,
} from "../testing/served";
import type { Trouble } from "../wire/protocol";
import { artifactsOf, fetchManifest } from "./manifest";
import { serverHasAnother } from "./version";

/** A valid file entry of a manifest. */
const FILE = { name: "c.whl", bytes: 5, sha256: "00" };

beforeEach(setUpServer);

describe("the manifest", () => {
  test("is always fetched from the server", async () => {
    const manifest = await goodRuntime();
    serveManifest(manifest);
    expect(await settled(fetchManifest(BASE, ""))).toEqual(manifest);
    expect(requested).toEqual([{ url: `${BASE}manifest.json`, cache: "no-cache" }]);
  });

  test("may have any content type except HTML", async () => {
    serveManifest(await goodRuntime(), { type: "application/octet-stream" });
    expect(await settled(fetchManifest(BASE, ""))).toHaveProperty("path", "v1");
  });

  test.each([
    ["not there", () => undefined, "RUNTIME_MISSING"],
    ["a 404", () => serveManifest("no", { status: 404 }), "RUNTIME_MISSING"],
    ["the page of the site instead", () => serveManifest("<!doctype html>", { type: "text/html" }), "RUNTIME_TYPE"],
    ["cut off", () => serveManifest('{"version": '), "RUNTIME_CORRUPT"],
    ["something else", () => serveManifest({ files: [] }), "RUNTIME_CORRUPT"],
    ["without its tables", () => serveManifest({ version: "1", path: "v1", files: [FILE], wheel: "c.whl" }), "RUNTIME_CORRUPT"],
    [
      "with a file that it does not describe",
      () => serveManifest({ version: "1", path: "v1", files: [FILE, {}], artifacts: [], wheel: "c.whl" }),
      "RUNTIME_CORRUPT",
    ],
  ])("%s is rejected after three attempts", async (_, arrange, code) => {
    arrange();
    expect((await errorOf(fetchManifest(BASE, ""))).code).toBe(code);
    expect(requested).toHaveLength(3);
  });

  test("is retried, with a report", async () => {
    const reports: (Trouble | null)[] = [];
    const manifest = await goodRuntime();
    const coming = fetchManifest(BASE, "", (trouble) => reports.push(trouble));
    await vi.advanceTimersByTimeAsync(500);
    serveManifest(manifest);
    expect(await settled(coming)).toEqual(manifest);
    expect(reports).toEqual([{ file: "manifest.json", over: false }, null]);
    expect(cacheModesOf(`${BASE}manifest.json`)).toEqual(["no-cache", "no-cache"]);
  });

  test("must be that of the page's version, or the page is outdated", async () => {
    const manifest = await goodRuntime();
    serveManifest(manifest, {}, "?v=v1");
    serveManifest(manifest, {}, "?v=v0");
    expect(await settled(fetchManifest(BASE, "v1"))).toEqual(manifest);
    expect(await errorOf(fetchManifest(BASE, "v0"))).toEqual({
      code: "NEW_VERSION",
      message: "A new version of Hindsight is out. Reload the page to continue.",
    });
    // A retry would not help.
    expect(requested).toHaveLength(2);
  });
});

test("a table with an incomplete entry is left out, and the runtime starts without it", async () => {
  const whole = { ruleset_id: "toy", name: "table", file: "toy.table.bin", bytes: 5, sha256: "00" };
  const lacking = ["ruleset_id", "name", "file", "bytes", "sha256"].map((field) => ({ ...whole, [field]: undefined }));
  const wrong = [null, "toy", { ...whole, bytes: "5" }, { ...whole, bytes: -1 }, { ...whole, bytes: 0.5 }];
  serveManifest({ ...(await goodRuntime()), artifacts: [...lacking, whole, ...wrong] });
  const manifest = await settled(fetchManifest(BASE, ""));
  expect(manifest.artifacts).toEqual([whole]);
  expect(artifactsOf(BASE, manifest)).toHaveLength(1);
});

test("the server has another runtime only if its manifest says so", async () => {
  expect(await serverHasAnother(BASE, "v1")).toBe(false);
  serveManifest(await goodRuntime());
  expect([await serverHasAnother(BASE, "v1"), await serverHasAnother(BASE, "v0")]).toEqual([false, true]);
  expect(requested.at(-1)).toEqual({ url: `${BASE}manifest.json`, cache: "no-store" });
  served.set(`${BASE}manifest.json`, { body: encode("<p>"), type: "text/html" });
  expect(await serverHasAnother(BASE, "v0")).toBe(false);
  expect(await serverHasAnother(BASE, "")).toBe(false);
});
