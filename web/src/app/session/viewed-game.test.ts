import { expect, it } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import { sessionOf } from "../../core/session";
import { context } from "../testing/setup";
import { Table } from "./table.svelte";

it("announces a grade only if it was stored: not that of a move that another took the place of", () => {
  const heard: unknown[] = [];
  let changes = 0;
  const game = new Table({ ...context().context, graded: ({ action }) => heard.push(action) }, { onChange: () => (changes += 1) });
  game.set(sessionOf([pileState(2), pileState(3, 1)], [{ add: 1 }]));
  const { state, action } = game.session!.decisions[0]!;
  changes = 0;
  game.annotate(0, state, { add: 2 }, { evaluation: evaluation({ add: 2 }) });
  expect([heard, changes, game.decisionAt(0)?.evaluation]).toEqual([[], 0, null]);
  game.annotate(0, state, action, { evaluation: evaluation({ add: 1 }) });
  expect([heard, changes]).toEqual([[action], 1]);
});
