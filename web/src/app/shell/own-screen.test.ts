import { fireEvent, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { asPort, FakeEngine, INFO } from "../../core/testing/fake-engine";
import type { EngineStatus, GameInfo } from "../../core/engine-port";
import { screenEngine } from "./screen-tools";
import { renderApp } from "../testing/app";
import { rest } from "../testing/setup";

/** An engine with these games. */
class Knowing extends FakeEngine {
  readonly #ids: readonly string[];

  constructor(...ids: string[]) {
    super();
    this.#ids = ids;
  }

  override async listGames(): Promise<GameInfo[]> {
    return this.#ids.map((rulesetId) => ({ ...INFO, rulesetId, name: `Game ${rulesetId}` }));
  }
}

async function shown(hash: string, ...ids: string[]): Promise<FakeEngine> {
  location.hash = hash;
  const { fake } = renderApp(new Knowing(...ids));
  // The screen is loaded when it is first opened.
  await import("../../games/swccg");
  await rest();
  return fake;
}

afterEach(() => {
  location.hash = "";
  localStorage.clear();
});

describe("a game that is played", () => {
  it("is imported by the engine while the new-game form is shown", async () => {
    const fake = await shown("#/azul/play", "azul_v1_2p");
    expect(fake.screensPrepared).toEqual(["azul_v1_2p"]);
    await vi.waitFor(() => expect(fake.prepared).toEqual(["azul_v1_2p"]), { timeout: 20_000 });
  });
});

describe("a game that is only reviewed", () => {
  it.each(["#/swccg", "#/swccg/review", "#/swccg/play"])("has one tab and its own screen at %s", async (hash) => {
    await shown(hash, "swccg_gemp_v1");
    const tabs = [...document.querySelectorAll(".tabs a")];
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("aria-current")])).toEqual([["Review", "page"]]);
    expect(document.title).toBe("SWCCG, review – Hindsight");
    expect(screen.getByTestId("swccg")).toBeTruthy();
    expect(screen.getByTestId("help").textContent).toContain("Next disagreement");
    expect(screen.getByTestId("help").textContent).not.toContain("Flip the board");
  });

  it("is offered on the home page for review only, next to games with all three modes", async () => {
    await shown("#/", "azul_v1_2p", "swccg_gemp_v1");
    const links = [...document.querySelectorAll(".modes a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["#/azul/play", "#/azul/practise", "#/azul/review", "#/swccg/review"]);
  });

  it("is imported by the engine once, and no other game is", async () => {
    const fake = await shown("#/swccg/review", "swccg_gemp_v1", "azul_v1_2p");
    await fireEvent(window, new HashChangeEvent("hashchange"));
    await rest();
    expect(fake.prepared).toEqual(["swccg_gemp_v1"]);
  });

  it("reports an engine that does not know it", async () => {
    await shown("#/swccg/review", "azul_v1_2p");
    expect(screen.getByRole("alert").textContent).toBe("This engine does not know SWCCG.");
  });

  it("opens at its top, and a list keeps its place", async () => {
    const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    await shown("#/library", "swccg_gemp_v1");
    for (const [hash, times] of [
      ["#/swccg/review", 1],
      ["#/swccg/review?game=1", 1],
      ["#/library", 1],
    ] as const) {
      location.hash = hash;
      window.dispatchEvent(new HashChangeEvent("hashchange"));
      await rest();
      expect([hash, scrolled.mock.calls.length]).toEqual([hash, times]);
    }
  });

  it("keeps its state while another screen is shown", async () => {
    await shown("#/swccg/review", "swccg_gemp_v1");
    await fireEvent.input(screen.getByTestId("paste"), { target: { value: '{"a":1}' } });
    await fireEvent.submit(screen.getByTestId("paste").closest("form")!);
    await rest();
    location.hash = "#/";
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    await rest();
    expect(screen.queryByTestId("swccg")).toBeNull();
    location.hash = "#/swccg";
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    await rest();
    expect(screen.getByTestId("problem").textContent).toContain("neither Dark.json");
  });
});

describe("the engine of such a screen", () => {
  it("counts its starts, so that data can be loaded again", () => {
    const fake = new FakeEngine();
    const engine = screenEngine(asPort(fake), "x");
    expect(engine.generation).toBe(1);
    const ready: EngineStatus = { phase: "ready", restarting: false, restarts: 1, info: {} as never, preparing: null };
    fake.say({ ...ready, restarting: true });
    expect(engine.generation).toBe(1);
    fake.say(ready);
    fake.say({ ...ready });
    expect(engine.generation).toBe(2);
    fake.say({ phase: "error", code: "ENGINE_LOST", message: "", context: {} });
    fake.say({ phase: "loading", stage: "Checking files", loadedBytes: 0, totalBytes: 0 });
    fake.say(ready);
    expect(engine.generation).toBe(3);
  });
});
