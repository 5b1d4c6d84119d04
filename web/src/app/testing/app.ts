/** Rendering of the whole page for tests of the shell. */
import { render } from "@testing-library/svelte";
import { asPort, FakeEngine } from "../../core/testing/fake-engine";
import { NewVersion } from "../lines/new-version.svelte";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { EngineStore } from "../session/engine.svelte";
import { createPreferences } from "../settings/preferences.svelte";
import { Announcer } from "../shell/announcer.svelte";
import App from "../shell/App.svelte";
import { memoryStore } from "./setup";

/** Renders the page over an engine; returns that and the version that may be out. */
export function renderApp(fake = new FakeEngine()): { fake: FakeEngine; version: NewVersion } {
  const version = new NewVersion(() => Promise.resolve());
  const engine = new EngineStore(asPort(fake));
  render(App, { engine, settings: createPreferences(), box: new DrillStore(memoryStore()), announcer: new Announcer(), version });
  return { fake, version };
}
