import { fireEvent, render, screen } from "@testing-library/svelte";
import { mount, unmount } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import type { EvaluationView } from "../../core/types";
import { context, rest } from "../testing/setup";
import PicturePanel from "./PicturePanel.svelte";

/** The verdicts that were written into a picture, in turn. */
const drawn: string[] = [];
const LARGE = "700 19px";

/** A drawing context that does nothing but note the text of a verdict. */
function noting(): CanvasRenderingContext2D {
  const context = {
    font: "",
    measureText: (text: string) => ({ width: text.length }),
    fillText: (text: string) => void (context.font.startsWith(LARGE) && drawn.push(text)),
  };
  const nothing = (): void => undefined;
  return new Proxy(context, { get: (has, name) => Reflect.get(has, name) ?? nothing }) as unknown as CanvasRenderingContext2D;
}

const page = document.createElement("div");
const grade = (text: string): void => void (page.querySelector('[data-testid="grade"]')!.textContent = text);

beforeEach(() => {
  drawn.length = 0;
  page.innerHTML = '<div data-testid="board"></div><b data-testid="grade">Good</b>';
  document.body.append(page);
  page.querySelector<HTMLElement>('[data-testid="board"]')!.getAnimations = () => [];
  page.querySelector<HTMLElement>('[data-testid="board"]')!.getBoundingClientRect = () => new DOMRect(0, 0, 300, 200);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(noting as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (done) {
    done(new Blob([drawn.at(-1) ?? ""]));
  });
  URL.createObjectURL = () => "blob:picture";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  page.remove();
  vi.restoreAllMocks();
});

function shown() {
  const { context: set } = context();
  const reported: string[] = [];
  const props = { slug: "pile", context: set, state: pileState(), evaluation: null, report: (text: string) => void reported.push(text) };
  return { ...render(PicturePanel, { props }), reported };
}

it("the picture is drawn again when the evaluation alone changes", async () => {
  const onScreen = new SvelteMap<string, EvaluationView | null>([["evaluation", null]]);
  const props = {
    slug: "pile",
    context: context().context,
    state: pileState(),
    report: () => undefined,
    get evaluation() {
      return onScreen.get("evaluation") ?? null;
    },
  };
  const panel = mount(PicturePanel, { target: document.body, props });
  await rest();
  expect(drawn).toEqual(["Good"]);
  grade("Mistake");
  onScreen.set("evaluation", evaluation({ add: 1 }));
  await rest();
  expect(drawn).toEqual(["Good", "Mistake"]);
  await unmount(panel);
});

it("the picture that is saved shows what is on screen", async () => {
  const { reported } = shown();
  await rest();
  grade("Blunder");
  await fireEvent.click(screen.getByTestId("picture-save"));
  await rest();
  expect([drawn.at(-1), reported.length]).toEqual(["Blunder", 1]);
});
