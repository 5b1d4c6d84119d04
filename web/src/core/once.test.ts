import { describe, expect, test, vi } from "vitest";
import { Once } from "./once";

describe("values made once", () => {
  test("are shared by requests that come while they are being made, and later", async () => {
    const once = new Once<object>();
    const make = vi.fn(() => Promise.resolve({}));
    const [first, second] = await Promise.all([once.get("a", make), once.get("a", make)]);
    expect(first).toBe(second);
    expect(await once.get("a", make)).toBe(first);
    expect(make).toHaveBeenCalledOnce();
    expect(await once.get("b", make)).not.toBe(first);
  });

  test("are made again after a failure", async () => {
    const once = new Once<string>();
    const failing = once.get("a", () => Promise.reject(new Error("No file.")));
    await expect(failing).rejects.toThrow("No file.");
    expect(await once.get("a", () => Promise.resolve("there"))).toBe("there");
  });
});
