import { fireEvent, render, screen } from "@testing-library/svelte";
import { mount, unmount } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import type { EvaluationView } from "../../core/types";
import { context, rest } from "../testing/setup";
import PicturePanel from "./PicturePanel.svelte";

const drawn = vi.hoisted(() => [] as string[]);
vi.mock("../picture/card", () => ({
  drawCard: (_canvas: unknown, _board: unknown, _grade: unknown, { verdict }: { verdict: string }) => void drawn.push(verdict),
}));

const page = document.createElement("div");
const grade = (text: string): void => void (page.querySelector('[data-testid="grade"]')!.textContent = text);

beforeEach(() => {
  drawn.length = 0;
  page.innerHTML = '<div data-testid="board"></div><b data-testid="grade">Good</b>';
  document.body.append(page);
  page.querySelector<HTMLElement>('[data-testid="board"]')!.getAnimations = () => [];
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
