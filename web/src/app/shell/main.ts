/** Starts the page: the shell at once, the engine behind it. */
import "../../styles/tokens.css";
import "../../styles/base.css";
import { mount } from "svelte";
import { createEngine } from "../../engine";
import { keepOffline, policyInPlace } from "../../offline/register";
import { Announcer } from "./announcer.svelte";
import App from "./App.svelte";
import { DrillStore } from "../mistakes/drill-store.svelte";
import { EngineStore } from "../session/engine.svelte";
import { NewVersion } from "./new-version.svelte";
import { createPreferences } from "../settings/preferences.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("The page has no place for the app.");

const port = createEngine({ startAfter: policyInPlace() });
// Saves go on behind what is seen, but take no longer than a moment.
const version = new NewVersion(() => Promise.resolve());
const engine = new EngineStore(port, () => void version.follow().then(keepOffline));

mount(App, {
  target,
  props: { engine, settings: createPreferences(), box: new DrillStore(), announcer: new Announcer(), version },
});

// For the console, and for tests that must end the engine's worker.
Object.assign(globalThis, { hindsight: { engine: port } });
