import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { diceContext, DICE_UI } from "../testing/setup";
import StillGame from "../play/StillGame.svelte";
import { REVIEW } from "../words/review";
import { PLAY } from "../words/play";
import StillReview from "./StillReview.svelte";

it("screens of a game that is still replayed have its board, their title, and buttons that cannot be pressed", async () => {
  const { context, fake } = diceContext();
  const state = await fake.newGame("", 1, { players: 1 });
  const game = { name: "Dice", ui: DICE_UI, still: { state, perspective: 0, names: ["You"] }, settings: context.settings };
  for (const [Screen, title, opening] of [
    [StillGame, PLAY.title("Dice"), PLAY.opening],
    [StillReview, REVIEW.title("Dice"), REVIEW.opening],
  ] as const) {
    const { unmount } = render(Screen, game);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
    expect(screen.getByTestId("still-board").hasAttribute("inert")).toBe(true);
    expect(screen.getAllByText(opening).length).toBeGreaterThan(0);
    const buttons = screen.getAllByRole<HTMLButtonElement>("button").filter((each) => each.closest(".toolbar, .row"));
    expect(buttons.length).toBeGreaterThan(2);
    expect(buttons.every((each) => each.disabled)).toBe(true);
    unmount();
  }
});
