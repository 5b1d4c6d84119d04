import { afterEach, describe, expect, test, vi } from "vitest";
import { fetchPart, PartMissing } from "./part";

const sheets = () => [...document.head.querySelectorAll("link")];

/** Fails like a part whose style sheet cannot be fetched. */
async function failing(): Promise<never> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  document.head.append(link);
  link.dispatchEvent(new Event("error"));
  throw new Error("Unable to preload CSS for http://localhost/assets/yatzy.css");
}

afterEach(() => document.head.replaceChildren());

describe("parts of the page", () => {
  test("that cannot be fetched raise an error without an address", async () => {
    const fetched = fetchPart(() => Promise.reject(new TypeError("Failed to fetch http://localhost/assets/yatzy.js")));
    await expect(fetched).rejects.toThrow("This part of the page could not be fetched. Check the connection, then try again.");
    await expect(fetched).rejects.toBeInstanceOf(PartMissing);
  });

  test("wait for style sheets that failed before, which are requested again once", async () => {
    await expect(fetchPart(failing)).rejects.toThrow();
    const [failed] = sheets();
    const load = vi.fn(() => Promise.resolve("the part"));
    const part = fetchPart(load);
    const [again, ...others] = sheets();
    expect([again === failed, others]).toEqual([false, []]);
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    again!.dispatchEvent(new Event("load"));
    expect(await part).toBe("the part");
    await fetchPart(load);
    expect(sheets()).toEqual([again]);
  });

  test("can be requested a third time if a style sheet fails twice", async () => {
    await expect(fetchPart(failing)).rejects.toThrow();
    const load = vi.fn(() => Promise.resolve("the part"));
    const second = fetchPart(load);
    sheets()[0]!.dispatchEvent(new Event("error"));
    await expect(second).rejects.toBeInstanceOf(PartMissing);
    const third = fetchPart(load);
    sheets()[0]!.dispatchEvent(new Event("load"));
    expect(await third).toBe("the part");
  });
});
