import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import ReviewMode from "./ReviewMode.svelte";
import { against, context, diceContext, rest } from "../testing/setup";
import { probedDesk } from "../testing/games";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import { sessionOf } from "../../core/session";
import type { Verdict } from "../../core/types";

const probe = (): DOMStringMap => screen.getByTestId("probe").dataset;

describe("the board in the review", () => {
  it("is below the warning about an inconsistent position", async () => {
    const { desk } = probedDesk(context());
    await desk.review.openText(JSON.stringify(pileState(20)));
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    const order = screen.getByTestId("warning").compareDocumentPosition(screen.getByTestId("probe"));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("cannot be evaluated while a throw has to be entered", async () => {
    const { desk, fake } = probedDesk(diceContext());
    await desk.review.openText(JSON.stringify(await fake.newGame("", 1, { players: 1, real_dice: true })));
    render(ReviewMode, { desk, slug: "dice", packed: null });
    await rest();
    expect(probe()["names"]).toBe("You");
    expect(screen.getByTestId<HTMLButtonElement>("evaluate").disabled).toBe(true);
  });
});

describe("the last game", () => {
  it("is offered only where there is one", async () => {
    const { desk } = probedDesk(context());
    const { unmount } = render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    expect(screen.queryByTestId("load-last")).toBeNull();
    unmount();
    await desk.play.start(against("one"), 5);
    await desk.play.kept.autosave.settled();
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    expect(screen.getByTestId("load-last")).toBeTruthy();
  });
});

describe("whom the reasons address", () => {
  it.each<[string, (string | null)[], number, string]>([
    ["is said once where they speak to somebody else", [null, "one"], 1, "Move 2, One"],
    ["goes without saying for one's own moves", [null, "one"], 0, "Move 1, You"],
  ])("%s", async (_, seats, index, heading) => {
    const { desk } = probedDesk(context());
    const { decisions, cursor } = sessionOf([pileState(0), pileState(2, 1), pileState(4)], [{ add: 2 }, { add: 2 }]);
    const feedback = [{ category: "overall", text: "Your move leaves two points.", delta: -2 }];
    const graded = decisions.map((made, at) => (at === index ? { ...made, evaluation: { ...evaluation({ add: 2 }, 1), feedback } } : made));
    desk.review.take({ decisions: graded, cursor }, seats, index, true);
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    const said = screen.queryAllByTestId("addressed").map((line) => line.textContent);
    expect(said).toEqual(index === 0 ? [] : ["The reasons say “you” to whoever made the move."]);
    expect(screen.getByRole("heading", { name: heading })).toBeTruthy();
  });
});

describe("a graded game without faults", () => {
  it.each<[string, Verdict, string]>([
    ["is perfect when only best moves were made", "best", "★ You made no mistakes."],
    ["is not called perfect when moves lost a little", "good", "✓ You made no mistakes; 1 move lost a little."],
  ])("%s", async (_, verdict, sentence) => {
    const { desk } = probedDesk(context());
    const { decisions, cursor } = sessionOf([pileState(0), pileState(2, 1)], [{ add: 2 }]);
    const graded = decisions.map((made, index) => (index === 0 ? { ...made, evaluation: evaluation({ add: 2 }, 0.1, { verdict }) } : made));
    desk.review.take({ decisions: graded, cursor }, [null, "one"], 0, true);
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    expect(screen.getByTestId("no-mistakes").textContent?.replaceAll(/\s+/g, " ").trim()).toBe(sentence);
  });
});
