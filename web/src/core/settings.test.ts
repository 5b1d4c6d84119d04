import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, loadSettings, parseSettings, saveSettings } from "./settings";

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

  it("are restored, with the theme under the key that the page's head reads", () => {
    const place = storage();
    saveSettings({ ...DEFAULT_SETTINGS, theme: "dark", hints: true, customMs: 1234, think: "custom" }, place);
    expect(place.kept.get("hindsight:theme")).toBe("dark");
    expect(loadSettings(place)).toMatchObject({ theme: "dark", hints: true, customMs: 1234, think: "custom" });
    saveSettings({ ...DEFAULT_SETTINGS, theme: "system" }, place);
    expect(place.kept.has("hindsight:theme")).toBe(false);
  });

  it.each(["{", "null", "[]", '{"hints":"yes","customMs":1e99,"notation":7}'])("fall back to defaults field by field: %s", (text) => {
    const settings = parseSettings(text, "pink");
    expect(settings.hints).toBe(false);
    expect(settings.theme).toBe("system");
    expect(settings.notation).toBe("words");
    expect(settings.customMs).toBeLessThanOrEqual(60_000);
  });

  it("work without storage", () => {
    const thrower = () => {
      throw new Error("forbidden");
    };
    const place = { getItem: thrower, setItem: thrower, removeItem: thrower };
    expect(loadSettings(place)).toEqual(DEFAULT_SETTINGS);
    expect(() => saveSettings({ ...DEFAULT_SETTINGS }, place)).not.toThrow();
  });
});
