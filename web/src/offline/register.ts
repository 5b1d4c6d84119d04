/** The page's side of the service worker: registers it, and waits for its security policy at a first visit. */
import { ask } from "./messages";

const CONTROL_MS = 4000;

/** An address that belongs only to this page's version. */
export const OWN_FILE = import.meta.url;

/** The browser's service worker container, or null where service workers are impossible, as on an insecure address. */
function workers(): ServiceWorkerContainer | null {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !("caches" in globalThis)) return null;
  return navigator.serviceWorker;
}

/** Registers the service worker, which also checks for a newer one; null if that is not possible. */
export async function register(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers()?.register(new URL("sw.js", document.baseURI), { scope: "./" })) ?? null;
  } catch (error) {
    console.info("This visit is not kept for offline use:", error);
    return null;
  }
}

/** Caches the site for offline use. Call it once the engine is ready, so that it does not slow the start down. */
export async function keepOffline(): Promise<void> {
  const active = (await workers()?.ready)?.active;
  active?.postMessage({ type: "keep" });
}

/**
 * Resolves when workers started from this page get the site's Content-Security-Policy.
 *
 * A worker has the policy of its own response. If the host sends none, the service worker adds it, so a first visit waits
 * until it controls the page, but for a few seconds at most: the engine matters more.
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
  // A page loaded without the service worker is controlled only on request.
  if (registration.active !== null) void ask(registration.active, { type: "claim" }, CONTROL_MS);
  if (container.controller === null) await controlled;
}

async function hostSendsPolicy(): Promise<boolean> {
  try {
    // This script, which came just now, is not requested again.
    const cached = await fetch(OWN_FILE, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
    const own = cached?.ok === true ? cached : await fetch(OWN_FILE, { method: "HEAD" });
    // Left unread, it would count as a request that was broken off.
    await own.text();
    return own.headers.has("Content-Security-Policy");
  } catch {
    return true;
  }
}
