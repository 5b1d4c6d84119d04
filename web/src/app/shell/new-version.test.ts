import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Versions } from "../../offline/versions";
import type { FakeEngine } from "../../core/testing/fake-engine";
import { store } from "../../store";
import NewVersionLine from "../lines/NewVersion.svelte";
import type { NewVersion } from "../lines/new-version.svelte";
import { renderApp } from "../testing/app";
import { rest } from "../testing/setup";

let fake: FakeEngine;
let version: NewVersion;

beforeEach(() => {
  ({ fake, version } = renderApp());
});

afterEach(() => {
  store.health.set("kept");
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("a new version", () => {
  test("is offered in a line that can be postponed", async () => {
    expect(screen.queryByTestId("new-version")).toBeNull();
    version.out = true;
    await rest();
    expect(screen.getByTestId("new-version").textContent).toContain("A new version of Hindsight is out. Your game is saved.");
    await fireEvent.click(screen.getByTestId("reload-later"));
    expect(screen.queryByTestId("new-version")).toBeNull();
  });

  test("warns that an unsaved game would be lost", async () => {
    version.out = true;
    store.health.set("full");
    await rest();
    const shown = () => screen.getByTestId("new-version").textContent;
    expect(shown()).toContain("A new version of Hindsight is out. Your game is not saved and would be lost.");
    expect(shown()).not.toContain("Your game is saved");
    store.health.set("kept");
    await rest();
    expect(shown()).toContain("Your game is saved.");
  });

  test("offers a download of the unsaved game", async () => {
    const onDownload = vi.fn();
    const { rerender } = render(NewVersionLine, { version, needed: false, health: "full", onDownload });
    await fireEvent.click(screen.getByTestId("download-first"));
    expect(onDownload).toHaveBeenCalledOnce();
    await rerender({ onDownload: null });
    expect(screen.queryByTestId("download-first")).toBeNull();
    await rerender({ health: "kept", onDownload });
    expect(screen.queryByTestId("download-first")).toBeNull();
  });

  test("is loaded once, however often the button is pressed", async () => {
    const reload = vi.spyOn(Versions.prototype, "reload").mockResolvedValue();
    version.out = true;
    await rest();
    const button = screen.getByTestId("reload-new");
    for (let press = 0; press < 3; press += 1) await fireEvent.click(button);
    expect(reload).toHaveBeenCalledOnce();
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  test("replaces a retry that would not help", async () => {
    fake.say({ phase: "error", code: "NEW_VERSION", message: "Gone.", context: {} });
    await rest();
    expect(screen.queryByTestId("engine-retry")).toBeNull();
    expect(screen.getByTestId("new-version")).toBeTruthy();
    expect(screen.queryByTestId("reload-later")).toBeNull();
    fake.say({ phase: "error", code: "RUNTIME_MISSING", message: "A file is missing.", context: {} });
    await rest();
    expect(screen.getByTestId("engine-retry")).toBeTruthy();
    expect(screen.queryByTestId("new-version")).toBeNull();
  });
});
