import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import ReviewMode from "./ReviewMode.svelte";
import { context, diceContext, rest } from "../testing/setup";
import { probedDesk } from "../testing/games";
import { pileState } from "../../core/testing/fake-engine";

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
