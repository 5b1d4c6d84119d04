import { describe, expect, it } from "vitest";
import { chaosState, fullBag, orderState } from "../testing";
import { bagText, handText, placesText } from "../words/board";
import { bagTotal, odds } from "./odds";

describe("the bag", () => {
  it("gives each colour its count and chance", () => {
    expect(
      odds(chaosState({ bag: { R: 1, G: 0, Y: 2, B: 3, W: 0 } })).map(({ color, count, percent }) => `${color}${count} ${percent}%`),
    ).toEqual(["R1 17%", "G0 0%", "Y2 33%", "B3 50%", "W0 0%"]);
    expect(odds(orderState({ bag: fullBag(7) })).every(({ count, percent }) => count === 7 && percent === 14)).toBe(true);
    expect(odds(chaosState({ bag: {} })).map(({ percent }) => percent)).toEqual([0, 0, 0, 0, 0]);
    const { bag: _, ...without } = chaosState();
    expect(odds(without)).toEqual([]);
  });

  it("says what its percentages are about", () => {
    expect(bagText(bagTotal(chaosState()), null)).toBe("23 in the bag, chance to come next");
    expect(bagText(23, "W")).toBe("23 in the bag, chance to come after White");
    expect(bagText(bagTotal(chaosState({ bag: {} })), null)).toBe("The bag is empty");
  });

  it("comes with a prompt for the player", () => {
    const texts = [true, false].flatMap((mine) =>
      [chaosState(), orderState(), orderState({ game_over: true })].map((state) => handText(state, mine)),
    );
    expect(texts).toEqual(["Place Red", "Slide a token", "The board is full", "Red is drawn", "Order slides", "The board is full"]);
    expect([placesText("b2", 1), placesText("b2", 3)]).toEqual(["1 cell from b2", "3 cells from b2"]);
  });
});
