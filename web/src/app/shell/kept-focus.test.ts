import { afterEach, beforeEach, expect, it } from "vitest";
import { keepFocus } from "./kept-focus";

let stop: () => void = () => undefined;

beforeEach(() => {
  document.body.innerHTML = `<main tabindex="-1"><h1>Board</h1>
    <form><p><button id="start">Start</button></p></form>
    <ul><li><button id="first">1</button></li><li><button id="second">2</button></li></ul></main>`;
  stop = keepFocus(find("main"));
});
afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

function find<E extends HTMLElement>(query: string): E {
  const found = document.querySelector<E>(query);
  if (found === null) throw new Error(`nothing matches ${query}`);
  return found;
}

async function frames(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}

/** Removes an element while the focus is in it, and waits for the next frames. */
async function removed(query: string, event: Event): Promise<Element | null> {
  document.dispatchEvent(event);
  find(query).remove();
  await frames();
  return document.activeElement;
}
const key = (): Event => new KeyboardEvent("keydown", { key: "Enter" });

it("goes to what is nearest when a part is removed by a key", async () => {
  find("#first").focus();
  expect(await removed("li", key())).toBe(find("#second"));
});

it("stays where a click left it when a key is pressed later", async () => {
  find("#start").focus();
  await removed("form", new Event("pointerdown"));
  expect(await removed("li", key())).toBe(document.body);
});

it("goes on from a button that is switched off by what it did", async () => {
  const button = find<HTMLButtonElement>("#start");
  button.after(document.createElement("button"));
  button.focus();
  document.dispatchEvent(key());
  button.disabled = true;
  await frames();
  expect(document.activeElement).toBe(button.nextElementSibling);
  button.disabled = false;
  await frames();
  expect(document.activeElement).toBe(button);
});

it.each(["pointerdown", "focusin"])("does not go back after a %s elsewhere", async (event) => {
  const button = find<HTMLButtonElement>("#start");
  button.after(document.createElement("button"));
  button.focus();
  document.dispatchEvent(key());
  button.disabled = true;
  await frames();
  document.dispatchEvent(new Event(event));
  button.disabled = false;
  await frames();
  expect(document.activeElement).toBe(button.nextElementSibling);
});

it("passes over what is hidden", async () => {
  find("#second").focus = () => undefined;
  find("#second").insertAdjacentHTML("afterend", '<button id="third">3</button>');
  find("#first").focus();
  expect(await removed("#first", key())).toBe(find("#third"));
});

it("goes to the heading when all around is gone", async () => {
  find("main > h1").insertAdjacentHTML("afterend", '<section><button id="alone">x</button></section>');
  find("#alone").focus();
  const heading = find("h1");
  find("ul").remove();
  find("form").remove();
  expect(await removed("section", key())).toBe(heading);
});

it("does nothing after a click, nor where the focus was moved on", async () => {
  find("#first").focus();
  expect(await removed("li", new Event("pointerdown"))).toBe(document.body);
  find("#start").focus();
  document.dispatchEvent(key());
  find("form").remove();
  find("#second").focus();
  await frames();
  expect(document.activeElement).toBe(find("#second"));
});

it("takes the region itself where there is no heading", async () => {
  find("h1").remove();
  find("ul").remove();
  find("#start").focus();
  expect(await removed("form", key())).toBe(find("main"));
});
