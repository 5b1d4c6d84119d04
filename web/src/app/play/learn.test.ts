import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { FRIEND } from "../new-game/choice";
import { probedDesk } from "../testing/games";
import { against, context, rest } from "../testing/setup";
import PlayMode from "./PlayMode.svelte";

it("after a game of several people each can take home the own mistakes, and nobody else's", async () => {
  const { desk, box } = probedDesk(context());
  await desk.play.restore();
  await desk.play.start({ ...against(FRIEND), names: ["Ann", "Bo"] }, 5);
  await rest();
  // Ann always errs, Bo never does but once.
  for (const add of [1, 3, 1, 1, 1, 3]) {
    await desk.play.move({ add });
    await rest();
  }
  expect(desk.play.phase).toBe("over");
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  render(PlayMode, { desk, slug: "pile", box });
  const learn = screen.getAllByTestId("learn");
  expect(learn.map(({ textContent }) => textContent?.trim())).toEqual(["Learn from Ann's mistakes", "Learn from Bo's mistakes"]);
  await fireEvent.click(learn[1]!);
  await rest();
  expect(box.box.cards.map(({ player }) => player)).toEqual([1]);
});
