import { expect, it } from "vitest";
import { stillOf } from "../shell/still";
import { memoryStore } from "../../store/testing/memory";
import { RULESET } from "../../core/testing/fake-engine";
import { startedGame } from "../testing/games";
import { against, context, rest } from "../testing/setup";
import { recordOf } from "./autosave";
import { readStill } from "./still";

async function saved() {
  const { play, shelf, move } = await startedGame(context(), "pile", against("one"));
  await move({ add: 2 });
  await rest();
  await shelf.settled();
  return { play, shelf };
}

it("a saved game can be drawn as it stands, and as it began, before it is replayed", async () => {
  const { play, shelf } = await saved();
  const names = ["You", "One"];
  const [first, last] = [play.table.session!.decisions[0]!.state, play.table.state!];
  expect(await stillOf(shelf, "pile", false)).toEqual({ state: last, perspective: 0, names });
  expect(await stillOf(shelf, "pile", true)).toEqual({ state: first, perspective: 0, names });
});

it("a saved game is not drawn if the page died of it, if it was set aside, or if there is none", async () => {
  const { shelf } = await saved();
  expect(await stillOf(memoryStore(), "pile", false)).toBeNull();
  shelf.attempts.begin("pile");
  expect(await stillOf(shelf, "pile", false)).toBeNull();
  shelf.attempts.end("pile");
  await shelf.games.setAside("pile", (await shelf.games.read("pile"))!.revision);
  const [{ key } = { key: "" }] = await shelf.games.summaries();
  expect(await stillOf(shelf, key, false)).toBeNull();
});

it("the picture is not part of what is shared, and only one of the right shape is read", async () => {
  const { play, shelf } = await saved();
  expect(play.kept.shared).not.toHaveProperty("still");
  const { still } = recordOf((await shelf.games.read("pile"))!);
  expect(readStill(still, RULESET)).toEqual(still);
  const wrong = [null, "x", { ...still, state: { ruleset_id: "other" } }, { ...still, names: [5] }, { ...still, perspective: -1 }];
  expect(wrong.map((each) => readStill(each, RULESET))).toEqual(wrong.map(() => null));
});
