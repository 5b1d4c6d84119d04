/** Entry point of the page: mounts the shell at once and starts the engine in the background. */
import "../../styles/tokens.css";
import "../../styles/base.css";
import { mount } from "svelte";
import { createEngine } from "../../engine";
import { keepOffline, policyInPlace } from "../../offline/register";
import { Announcer } from "./announcer.svelte";
import App from "./App.svelte";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { EngineStore } from "../session/engine.svelte";
import { store } from "../../store";
import { NewVersion } from "../lines/new-version.svelte";
import { createPreferences } from "../settings/preferences.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("The page has no place for the app.");

const port = createEngine({ startAfter: policyInPlace() });
const version = new NewVersion(() => store.settled());
const engine = new EngineStore(port, () => {
  // For measurements in browsers whose pages cannot be watched from the start.
  performance.mark("engine-ready");
  void version.follow().then(keepOffline);
});

mount(App, {
  target,
  props: { engine, settings: createPreferences(), box: new DrillStore(store), announcer: new Announcer(), version },
});

// For the console, and for tests that kill the engine's worker.
Object.assign(globalThis, { hindsight: { engine: port } });
