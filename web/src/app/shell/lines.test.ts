import { fireEvent, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FakeEngine } from "../../core/testing/fake-engine";
import type { EngineStatus } from "../../core/engine-port";
import { store } from "../../store";
import type { NewVersion } from "../lines/new-version.svelte";
import { renderApp } from "../testing/app";
import { rest } from "../testing/setup";

const READY: EngineStatus = { phase: "ready", restarting: false, restarts: 0, swaps: 0, info: {} as never, preparing: null };
const GONE: EngineStatus = { phase: "error", code: "RUNTIME_MISSING", message: "A file is missing.", context: {} };

let fake: FakeEngine;
let version: NewVersion;

beforeEach(() => {
  ({ fake, version } = renderApp());
});

afterEach(() => {
  store.health.set("kept");
  localStorage.clear();
});

/** Focuses and clicks a button. */
async function press(button: HTMLElement): Promise<void> {
  button.focus();
  await fireEvent.click(button);
  await rest();
}

const within = (testid: string) => screen.getByTestId("lines").contains(screen.getByTestId(testid));
const closing = (testid: string) => screen.getByTestId(testid).querySelector<HTMLElement>("button:last-of-type")!;

describe("the lines over the header", () => {
  test("are put into a live region that exists before them", async () => {
    const region = screen.getByTestId("lines");
    expect([region.getAttribute("role"), region.getAttribute("aria-live"), region.getAttribute("aria-atomic")]).toEqual([
      "status",
      "polite",
      "false",
    ]);
    expect(region.textContent.trim()).toBe("");
    // Over the header they cover nothing that a person plays with.
    expect(region.closest("header")).not.toBeNull();
    store.health.set("full");
    version.out = true;
    fake.say({ ...READY, restarting: true });
    await rest();
    expect(["not-kept", "new-version", "restart-notice"].map(within)).toEqual([true, true, true]);
    fake.say({ ...READY, restarting: true, pauseSeconds: 4 });
    await rest();
    expect(within("engine-wait")).toBe(true);
    expect(region.querySelector("[role], [aria-live]")).toBeNull();
  });

  test("stay closed while what they are about lasts, and are shown when it comes again", async () => {
    const waiting = (pauseSeconds: number) => fake.say({ ...READY, restarting: true, pauseSeconds });
    waiting(4);
    await rest();
    await press(closing("engine-wait"));
    waiting(3);
    await rest();
    expect(screen.queryByTestId("engine-wait")).toBeNull();
    fake.say(READY);
    await rest();
    waiting(4);
    await rest();
    expect(within("engine-wait")).toBe(true);
  });

  test.each([
    ["not-kept", {}],
    ["new-version", {}],
    ["restart-notice", {}],
    ["engine-wait", { pauseSeconds: 4 }],
  ])("leave the focus on the content when one is closed: %s", async (testid, wait) => {
    store.health.set("full");
    version.out = true;
    fake.say({ ...READY, restarting: true, ...wait });
    await rest();
    await press(closing(testid));
    expect(screen.queryByTestId(testid)).toBeNull();
    expect(document.activeElement?.id).toBe("main");
  });

  test("leave it there, too, when one disappears by itself", async () => {
    fake.say({ ...READY, restarting: true, pauseSeconds: 4 });
    await rest();
    screen.getByTestId("engine-again").focus();
    fake.say(READY);
    await rest();
    expect(screen.queryByTestId("engine-wait")).toBeNull();
    expect(document.activeElement?.id).toBe("main");
  });

  test("do not take the focus from elsewhere", async () => {
    store.health.set("full");
    await rest();
    closing("not-kept").focus();
    screen.getByTestId("open-settings").focus();
    store.health.set("kept");
    await rest();
    expect(document.activeElement).toBe(screen.getByTestId("open-settings"));
  });

  test("do not mention a restart when the engine has failed", async () => {
    fake.say({ ...READY, restarting: true });
    await rest();
    fake.say(GONE);
    await rest();
    expect(screen.getByTestId("engine-error")).toBeTruthy();
    expect(screen.queryByTestId("restart-notice")).toBeNull();
  });

  test("leave the focus on the content when the engine is retried", async () => {
    fake.say(GONE);
    await rest();
    fake.retry = () => fake.say(READY);
    await press(screen.getByTestId("engine-retry"));
    expect(document.activeElement?.id).toBe("main");
  });
});
