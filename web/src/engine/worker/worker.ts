/** Entry point of the worker: connects messages to the host. Set up before the first await, so that no message is lost. */
import { EngineHost } from "./host";
import { holdLifeline } from "../wire/lifeline";
import { createYield } from "./macrotask";
import type { ToWorker } from "../wire/protocol";
import { bootPyodide } from "./pyodide";

const host = new EngineHost(bootPyodide, (message, transfer = []) => self.postMessage(message, { transfer }), {
  yieldTask: createYield(),
});
self.onmessage = (event: MessageEvent<ToWorker>) => {
  if (event.data.type === "boot") holdLifeline(event.data.config.lifeline);
  host.receive(event.data);
};
