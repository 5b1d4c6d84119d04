import { expect, it } from "vitest";
import { pileState } from "../../core/testing/fake-engine";
import { context } from "../testing/setup";
import { ReviewEditor } from "./editor.svelte";

it("does not show a position the errors of the one that was edited before", async () => {
  const { context: parts, fake } = context();
  let refuse: (error: Error) => void = () => undefined;
  fake.listLegalActions = () => new Promise((_, reject) => (refuse = reject));
  const editor = new ReviewEditor(parts);
  editor.open(pileState(1));
  const checking = editor.change(pileState(2));
  editor.open(pileState(3));
  refuse(new Error("The pile is too low."));
  await checking;
  expect([editor.draft, editor.errors]).toEqual([pileState(3), []]);
});
