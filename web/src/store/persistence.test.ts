import { afterEach, describe, expect, it, vi } from "vitest";
import { Persistence } from "./persistence";

const manager = (granted: boolean, before = false) => ({
  persist: vi.fn(() => Promise.resolve(granted)),
  persisted: vi.fn(() => Promise.resolve(before)),
});

describe("the browser", () => {
  afterEach(() => localStorage.clear());

  it("is asked to keep the data once, and its answer holds", async () => {
    const browser = manager(true);
    const persistence = new Persistence(browser);
    expect(persistence.answer.current).toBe("unknown");
    await persistence.askOnce();
    await persistence.askOnce();
    expect([persistence.answer.current, browser.persist.mock.calls.length]).toEqual(["granted", 1]);
  });

  it("is not asked again by itself after a refusal, also at the next visit; the person can ask again", async () => {
    await new Persistence(manager(false)).askOnce();
    const browser = manager(true);
    const next = new Persistence(browser);
    await next.askOnce();
    expect([next.answer.current, browser.persist.mock.calls.length]).toEqual(["refused", 0]);
    await next.ask();
    expect(next.answer.current).toBe("granted");
  });

  it("is not asked if it keeps the data already, or knows no such thing", async () => {
    const browser = manager(false, true);
    const persistence = new Persistence(browser);
    await persistence.askOnce();
    expect([persistence.answer.current, browser.persist.mock.calls.length]).toEqual(["granted", 0]);
    const old = new Persistence({});
    await old.askOnce();
    await old.ask();
    expect(old.answer.current).toBe("unsupported");
  });

  it("counts as refusing if it fails", async () => {
    const broken = { persist: () => Promise.reject(new Error("no")), persisted: () => Promise.reject(new Error("no")) };
    const persistence = new Persistence(broken);
    await persistence.askOnce();
    expect(persistence.answer.current).toBe("refused");
  });
});
