/** The page's side of the service worker: having one, and what it is for at a first visit. */
import { ask } from "./messages";

const CONTROL_MS = 4000;

/** An address that is one of this page's version alone. */
export const OWN_FILE = import.meta.url;

/** Where service workers are possible, what registers ours; null elsewhere: at an insecure address, say. */
function workers(): ServiceWorkerContainer | null {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !("caches" in globalThis)) return null;
  return navigator.serviceWorker;
}

/** Registers the service worker, and looks whether there is a newer one; null where that is not possible. */
export async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers()?.register(new URL("sw.js", document.baseURI), { scope: "./" })) ?? null;
  } catch (error) {
    console.info("This visit is not kept for offline use:", error);
    return null;
  }
}

/** Has this visit kept for offline use. To be called once the engine is ready: nothing competes with its start. */
export async function keepOffline(): Promise<void> {
  const active = (await workers()?.ready)?.active;
  active?.postMessage({ type: "keep" });
}

/**
 * Resolves when a worker that is started from this page has the site's Content-Security-Policy.
 *
 * A worker has the policy of its own response. Where the host sends none, the service worker does, so a first
 * visit waits until it controls the page: for a few seconds at most, since the engine is what the visit is for.
 */
export async function policyInPlace(): Promise<void> {
  const container = workers();
  if (container === null || container.controller !== null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CONTROL_MS)));
  await Promise.race([underPolicy(container), late]);
  clearTimeout(timer);
}

async function underPolicy(container: ServiceWorkerContainer): Promise<void> {
  if (await hostSendsPolicy()) return;
  const controlled = new Promise<void>((resolve) => container.addEventListener("controllerchange", () => resolve(), { once: true }));
  const registration = await register();
  if (registration === null) return;
  // A page that was loaded past the service worker is taken over on request only.
  if (registration.active !== null) void ask(registration.active, { type: "claim" }, CONTROL_MS);
  if (container.controller === null) await controlled;
}

async function hostSendsPolicy(): Promise<boolean> {
  try {
    return (await fetch(OWN_FILE, { method: "HEAD" })).headers.has("Content-Security-Policy");
  } catch {
    return true;
  }
}
