/**
 * Drives Firefox over WebDriver BiDi: reads requests from standard input, one JSON object {"do", "with"} per line, and
 * answers each with a line, {"value"} or {"error"}.
 *
 * node firefox.mjs PUPPETEER PROGRAM TIMEOUT_MS
 *   PUPPETEER   the module puppeteer-core
 *   PROGRAM     Firefox
 *   TIMEOUT_MS  maximum time for a request
 */
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [library, executablePath, limit] = process.argv.slice(2);
const { default: puppeteer } = await import(pathToFileURL(library).href);
const timeout = Number(limit);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, timeout, protocolTimeout: timeout });
const page = await browser.newPage();
page.setDefaultTimeout(timeout);

let complaints = [];
page.on("console", (message) => {
  if (["error", "warn", "assert"].includes(message.type())) complaints.push(`console ${message.type()}: ${message.text()}`);
});
page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));

const actions = {
  open: (address) => page.goto(address),
  reload: () => page.reload(),
  evaluate: (expression) => page.evaluate(expression),
  click: (selector) => page.locator(selector).click(),
  press: (key) => page.keyboard.press(key),
  resize: (width, height) => page.setViewport({ width, height }),
  screenshot: (path) => page.screenshot({ path }),
  prepare: (script) => page.evaluateOnNewDocument(script),
  complaints: () => complaints.splice(0),
  close: () => browser.close(),
};
const WITH_VALUE = new Set(["evaluate", "complaints"]);

for await (const line of createInterface({ input: process.stdin })) {
  const { do: name, with: values } = JSON.parse(line);
  try {
    const value = await actions[name](...values);
    console.log(JSON.stringify({ value: WITH_VALUE.has(name) ? (value ?? null) : null }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error?.message ?? error) }));
  }
}
// The test process has ended, perhaps without closing the browser.
await browser.close().catch(() => undefined);
