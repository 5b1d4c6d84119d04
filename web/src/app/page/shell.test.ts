import { describe, expect, it } from "vitest";
import { formatRoute, parseRoute } from "./router";
import { DEFAULT_SETTINGS, loadSettings, parseSettings, saveSettings } from "../../core/settings";
import { commandFor } from "./shortcuts";
import { coachBudget, coachParams, evaluatorSeed, longerParams } from "../session/params";
import { INFO, pileState } from "../../core/testing/fake-engine";

describe("addresses", () => {
  it("name the screens", () => {
    expect(parseRoute("")).toEqual({ screen: "home" });
    expect(parseRoute("#/")).toEqual({ screen: "home" });
    expect(parseRoute("#/azul")).toEqual({ screen: "game", slug: "azul", mode: "play", packed: null, challenge: null });
    expect(parseRoute(formatRoute("azul", "review", "a-b_C"))).toMatchObject({ mode: "review", packed: "a-b_C" });
    expect(parseRoute("#/azul/play?seed=5&side=first")).toMatchObject({ mode: "play", challenge: "seed=5&side=first" });
    expect(parseRoute("#/azul/review?seed=5")).toMatchObject({ challenge: null });
  });

  it.each(["#/azul/dance", "#/a/b/c", "#/<b>/play"])("that lead nowhere are known as such: %s", (hash) => {
    expect(parseRoute(hash)).toEqual({ screen: "unknown", hash });
  });
});

describe("settings", () => {
  function storage() {
    const kept = new Map<string, string>();
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    };
  }

  it("come back, the theme under the key that the page's head reads", () => {
    const place = storage();
    saveSettings({ ...DEFAULT_SETTINGS, theme: "dark", hints: true, customMs: 1234, think: "custom" }, place);
    expect(place.kept.get("hindsight:theme")).toBe("dark");
    expect(loadSettings(place)).toMatchObject({ theme: "dark", hints: true, customMs: 1234, think: "custom" });
    saveSettings({ ...DEFAULT_SETTINGS, theme: "system" }, place);
    expect(place.kept.has("hindsight:theme")).toBe(false);
  });

  it.each(["{", "null", "[]", '{"hints":"yes","customMs":1e99,"notation":7}'])("fall back one by one: %s", (text) => {
    const settings = parseSettings(text, "pink");
    expect(settings.hints).toBe(false);
    expect(settings.theme).toBe("system");
    expect(settings.notation).toBe("words");
    expect(settings.customMs).toBeLessThanOrEqual(60_000);
  });

  it("do without a storage that throws", () => {
    const thrower = () => {
      throw new Error("forbidden");
    };
    const place = { getItem: thrower, setItem: thrower, removeItem: thrower };
    expect(loadSettings(place)).toEqual(DEFAULT_SETTINGS);
    expect(() => saveSettings({ ...DEFAULT_SETTINGS }, place)).not.toThrow();
  });
});

describe("think time", () => {
  const state = pileState(3);
  it("is the preset's, or one's own", () => {
    expect(coachParams({ think: "max", customMs: 1 }, INFO, state)).toMatchObject({ timeBudgetMs: 1500 });
    expect(coachParams({ think: "gone", customMs: 1 }, INFO, state)).toMatchObject({ timeBudgetMs: 250 });
    expect(coachBudget({ think: "custom", customMs: 777 }, INFO)).toBe(777);
  });

  it("grows to the next preset when asked to think longer", () => {
    expect(longerParams({ think: "fast", customMs: 1 }, INFO, state).timeBudgetMs).toBe(1500);
    expect(longerParams({ think: "custom", customMs: 9000 }, INFO, state).timeBudgetMs).toBe(18_000);
  });

  it("grows by as much again when the time of the evaluation so far was longer than the setting", () => {
    const custom = { think: "custom", customMs: 150 } as const;
    expect(longerParams(custom, INFO, state, 150).timeBudgetMs).toBe(1500);
    expect(longerParams(custom, INFO, state, 749).timeBudgetMs).toBe(1500);
    expect(longerParams(custom, INFO, state, 1510).timeBudgetMs).toBe(3020);
    expect(longerParams(custom, INFO, state, 400_000).timeBudgetMs).toBe(600_000);
  });

  it("takes a preset's work with its time, and none that was meant for another time", () => {
    const presets = INFO.presets.map((preset) => ({
      ...preset,
      params: { ...preset.params, maxWork: 240 * (preset.params.timeBudgetMs ?? 250) },
    }));
    const info = { ...INFO, presets };
    expect(longerParams({ think: "fast", customMs: 1 }, info, state).maxWork).toBe(240 * 1500);
    expect(longerParams({ think: "fast", customMs: 1 }, info, state, 9000)).not.toHaveProperty("maxWork");
    expect(coachParams({ think: "custom", customMs: 777 }, info, state)).not.toHaveProperty("maxWork");
    expect(coachParams({ think: "fast", customMs: 777 }, info, state).maxWork).toBe(240 * 250);
  });

  it("has a seed per position that is not the game's own", () => {
    expect(evaluatorSeed(state)).toBe(evaluatorSeed(pileState(3)));
    expect(evaluatorSeed(state)).not.toBe(evaluatorSeed(pileState(4)));
    expect(evaluatorSeed(state)).not.toBe(state.seed);
    expect(Number.isSafeInteger(evaluatorSeed(state))).toBe(true);
  });
});

describe("keys", () => {
  function press(key: string, html = "<div></div>", init: KeyboardEventInit = {}): string | null {
    document.body.innerHTML = html;
    const target = document.body.querySelector("[data-on]") ?? document.body.firstElementChild;
    let name: string | null = null;
    const listener = (event: KeyboardEvent): void => void (name = commandFor(event));
    document.addEventListener("keydown", listener, { once: true });
    target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
    return name;
  }

  it("are commands, in either case", () => {
    expect(["e", "N", "h", "U", "r", "?", "ArrowLeft", "x"].map((key) => press(key))).toEqual([
      "best", "next", "hint", "undo", "redo", "help", "back", null,
    ]);
  });

  it("are not, while somebody types or holds a modifier", () => {
    expect(press("u", "<input>")).toBeNull();
    expect(press("u", "<textarea></textarea>")).toBeNull();
    expect(press("r", "<div></div>", { ctrlKey: true })).toBeNull();
    expect(press("u", '<input type="checkbox">')).toBe("undo");
  });

  it("leave arrows to a grid that has the focus", () => {
    expect(press("ArrowLeft", '<div role="grid"><b data-on></b></div>')).toBeNull();
    expect(press("u", '<div role="grid"><b data-on></b></div>')).toBe("undo");
    expect(press("ArrowLeft", '<input type="radio">')).toBeNull();
  });
});
