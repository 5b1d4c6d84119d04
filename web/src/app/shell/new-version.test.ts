import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { asPort, FakeEngine } from "../../core/testing/fake-engine";
import { createPreferences } from "../settings/preferences.svelte";
import { Announcer } from "./announcer.svelte";
import App from "./App.svelte";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { EngineStore } from "../session/engine.svelte";
import { NewVersion } from "./new-version.svelte";
import { memoryStore, rest } from "../testing/setup";

let fake: FakeEngine;
let version: NewVersion;

beforeEach(() => {
  fake = new FakeEngine();
  version = new NewVersion(() => Promise.resolve());
  const props = { engine: new EngineStore(asPort(fake)), settings: createPreferences(), box: new DrillStore(memoryStore()), announcer: new Announcer() };
  render(App, { ...props, version });
});

afterEach(() => localStorage.clear());

describe("a new version", () => {
  test("is offered in a line that can be put off", async () => {
    expect(screen.queryByTestId("new-version")).toBeNull();
    version.out = true;
    await rest();
    expect(screen.getByTestId("new-version").textContent).toContain("A new version of Hindsight is out. Your game is kept.");
    await fireEvent.click(screen.getByTestId("reload-later"));
    expect(screen.queryByTestId("new-version")).toBeNull();
  });

  test("is loaded once, however often the button is pressed", async () => {
    version.out = true;
    await rest();
    const reload = vi.spyOn(version, "reload").mockResolvedValue();
    await fireEvent.click(screen.getByTestId("reload-new"));
    expect(reload).toHaveBeenCalledOnce();
  });

  test("takes the place of a retry that would not help", async () => {
    fake.say({ phase: "error", code: "NEW_VERSION", message: "Gone.", context: {} });
    await rest();
    expect(screen.queryByTestId("engine-retry")).toBeNull();
    expect(screen.getByTestId("new-version").getAttribute("role")).toBe("alert");
    expect(screen.queryByTestId("reload-later")).toBeNull();
    fake.say({ phase: "error", code: "RUNTIME_MISSING", message: "A file is missing.", context: {} });
    await rest();
    expect(screen.getByTestId("engine-retry")).toBeTruthy();
    expect(screen.queryByTestId("new-version")).toBeNull();
  });
});
