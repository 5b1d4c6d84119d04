import { describe, expect, it } from "vitest";
import { render, screen } from "@testing-library/svelte";
import type { Preparing } from "../../engine";
import { tableText } from "../words/site/engine";
import { EngineStore } from "./engine.svelte";
import EngineBar from "../shell/EngineBar.svelte";
import { asPort, FakeEngine } from "../../core/testing/fake-engine";
import { rest } from "../testing/setup";

const ready = (restarting: boolean, restarts: number) =>
  ({ phase: "ready", restarting, restarts, info: {} as never, preparing: null }) as const;

function preparing(what: Preparing["what"], progress: number | null, why: Preparing["why"] = null) {
  return { ...ready(false, 0), preparing: { name: "Yatzy", what, progress, why } };
}

describe("the engine store", () => {
  it("offers all games with a board before the engine is ready, and then only those it knows", async () => {
    const fake = new FakeEngine();
    fake.say({ phase: "loading", stage: "Checking files", loadedBytes: 0, totalBytes: 0 });
    const engine = new EngineStore(asPort(fake));
    expect(engine.ready).toBe(false);
    expect(engine.playable.map(({ slug }) => slug)).toEqual(["azul", "yatzy", "entropy", "hearts", "swccg"]);
    fake.say(ready(false, 0));
    await rest();
    expect(engine.ready).toBe(true);
    // This engine knows a game without a board, and does not know the one with a board.
    expect(engine.playable).toEqual([]);
  });

  it("shows that a worker is being replaced, and that it was", async () => {
    const fake = new FakeEngine();
    const engine = new EngineStore(asPort(fake));
    await rest();
    expect(engine.notice).toBeNull();
    fake.say(ready(true, 1));
    expect(engine.notice).toMatch(/is starting again/);
    fake.say(ready(false, 1));
    expect(engine.notice).toMatch(/was started again/);
    engine.dismissNotice();
    fake.say(ready(false, 1));
    expect(engine.notice).toBeNull();
  });
});

describe("a failed engine", () => {
  const gone = { phase: "error", code: "RUNTIME_MISSING", message: "A file is missing.", context: {} } as const;

  it("is no longer shown as restarting", async () => {
    const fake = new FakeEngine();
    const engine = new EngineStore(asPort(fake));
    await rest();
    fake.say(ready(true, 1));
    fake.say(gone);
    expect(engine.notice).toBeNull();
    fake.say(ready(false, 1));
    expect(engine.notice).toMatch(/was started again/);
  });

  it("is an error for the screens, too, when its games cannot be listed", async () => {
    const fake = new FakeEngine();
    fake.listGames = () => Promise.reject(new Error("No games."));
    const engine = new EngineStore(asPort(fake));
    fake.say(ready(true, 1));
    fake.say(ready(false, 1));
    await rest();
    expect(engine.status).toMatchObject({ phase: "error", message: "No games." });
    expect(engine.notice).toBeNull();
  });
});

describe("a wait for the engine", () => {
  const loading = { phase: "loading", stage: "Starting Python", loadedBytes: 5, totalBytes: 5 } as const;

  it("that takes long is explained, with a button to start again", async () => {
    const fake = new FakeEngine();
    const engine = new EngineStore(asPort(fake));
    fake.say(loading);
    expect(engine.wait).toBeNull();
    fake.say({ ...loading, slow: true });
    expect(engine.wait).toEqual({ sentence: "Starting Python takes longer than usual on this device.", button: "Start again" });
    fake.say({ ...ready(true, 1), slow: true });
    expect(engine.wait?.button).toBe("Start again");
    fake.say({ ...ready(true, 5), pauseSeconds: 4 });
    expect(engine.wait).toEqual({
      sentence: "The engine stopped several times in a row. It starts again in 4 seconds. Your game is safe.",
      button: "Start now",
    });
    fake.say(ready(false, 5));
    expect(engine.wait).toBeNull();
  });

  it("for a failed download names the file, in the header and for screen readers", async () => {
    const fake = new FakeEngine();
    render(EngineBar, { engine: new EngineStore(asPort(fake)) });
    fake.say({ ...loading, stage: "Downloading the engine", loadedBytes: 1, trouble: { file: "numpy.whl", over: false } });
    await rest();
    expect(screen.getByTestId("engine-status").textContent).toBe("Trying again to fetch numpy.whl");
    expect(screen.getByRole("status").textContent).toBe("Trying again to fetch numpy.whl.");
    fake.say({ ...loading, stage: "Downloading the engine", loadedBytes: 1, trouble: { file: "numpy.whl", over: true } });
    await rest();
    expect(screen.getByTestId("engine-status").textContent).toBe("numpy.whl could not be fetched; the other files are still loading");
    fake.say({ ...loading, stage: "Downloading the engine", loadedBytes: 1 });
    await rest();
    expect(screen.getByTestId("engine-status").textContent).toBe("Downloading the engine: 0 kB of 0 kB");
  });

  it("is marked as restarting while it is replaced, so that its dot is not that of a ready engine", async () => {
    const fake = new FakeEngine();
    render(EngineBar, { engine: new EngineStore(asPort(fake)) });
    fake.say(ready(true, 1));
    await rest();
    const status = screen.getByTestId("engine-status");
    expect([status.textContent, status.dataset["restarting"]]).toEqual(["Restarting", "true"]);
    fake.say(ready(false, 1));
    await rest();
    expect([status.textContent, status.dataset["restarting"]]).toEqual(["Engine ready", undefined]);
  });

  it("notifies the callbacks when the engine is back, and only after a loss", () => {
    const fake = new FakeEngine();
    const engine = new EngineStore(asPort(fake));
    let back = 0;
    engine.onBack(() => (back += 1));
    fake.say({ ...ready(false, 0), swaps: 1 });
    expect(back).toBe(0);
    fake.say(ready(true, 1));
    fake.say(ready(false, 1));
    expect(back).toBe(1);
    fake.say({ phase: "error", code: "BOOT_FAILED", message: "No.", context: {} });
    fake.say(loading);
    expect(back).toBe(1);
    fake.say(ready(false, 1));
    fake.say(ready(false, 1));
    expect(back).toBe(2);
  });
});

describe("a table being prepared", () => {
  it("is described in words, with a percentage only when it is known", () => {
    const text = (what: Preparing["what"], progress: number | null) => tableText("Yatzy", what === "loading", progress);
    expect(text("loading", 0.5).shown).toBe("Loading the table for Yatzy");
    expect(text("solving", null)).toMatchObject({ shown: "The table for Yatzy is being computed", short: "Table …" });
    expect(text("solving", 0.439)).toEqual({
      shown: "The table for Yatzy is being computed: 43%",
      short: "Table: 43%",
      spoken: "The table for Yatzy is being computed.",
    });
  });

  it("shows in the header with a bar, and is announced to screen readers once", async () => {
    const fake = new FakeEngine();
    render(EngineBar, { engine: new EngineStore(asPort(fake)) });
    await rest();
    const status = screen.getByTestId("engine-status");
    const spoken = screen.getByRole("status");
    expect(status.textContent).toBe("Engine ready");
    expect([spoken.textContent, screen.queryByRole("progressbar")]).toEqual(["", null]);
    fake.say(preparing("loading", null));
    await rest();
    expect(status.textContent).toBe("Loading the table for Yatzy");
    expect(screen.getByRole("progressbar").hasAttribute("aria-valuenow")).toBe(false);
    fake.say(preparing("solving", 0.43, "damaged"));
    await rest();
    expect(status.textContent).toBe("The table for Yatzy is being computed: 43%");
    expect(status.dataset["phase"]).toBe("ready");
    const bar = screen.getByRole("progressbar", { name: "The table for Yatzy is being computed." });
    expect(bar.getAttribute("aria-valuenow")).toBe("43");
    fake.say(preparing("solving", 0.44, "damaged"));
    await rest();
    expect(spoken.textContent).toBe("The table for Yatzy is being computed.");
    fake.say(ready(false, 0));
    await rest();
    expect([status.textContent, spoken.textContent, screen.queryByRole("progressbar")]).toEqual(["Engine ready", "", null]);
  });

  it("that was damaged is mentioned in one sentence until the computed one is there", async () => {
    const fake = new FakeEngine();
    const engine = new EngineStore(asPort(fake));
    await rest();
    fake.say(preparing("loading", 0.5));
    expect(engine.notice).toBeNull();
    fake.say(preparing("solving", null, "damaged"));
    expect(engine.notice).toBe("The ready-made table is damaged, so it is computed here; that takes about half a minute.");
    engine.dismissNotice();
    fake.say(preparing("solving", 0.1, "damaged"));
    expect(engine.notice).toBeNull();
    fake.say(ready(false, 0));
    fake.say(preparing("solving", null, "missing"));
    expect(engine.notice).toMatch(/could not be fetched, so it is computed here/);
    fake.say(ready(false, 0));
    expect(engine.notice).toBeNull();
  });

  it("does not remove other notices when it is ready", () => {
    const fake = new FakeEngine();
    const engine = new EngineStore(asPort(fake));
    fake.say(preparing("solving", null, "damaged"));
    fake.say({ ...preparing("solving", 0.5, "damaged"), restarting: true });
    fake.say(ready(true, 1));
    expect(engine.notice).toMatch(/is starting again/);
  });
});
