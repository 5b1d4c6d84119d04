import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import PractiseMode from "./PractiseMode.svelte";
import { diceContext, rest } from "../testing/setup";
import { probedDesk } from "../testing/games";

const probe = (): DOMStringMap => screen.getByTestId("probe").dataset;

describe("the board in practice", () => {
  it("gets the evaluation after the answer, and names a single player You", async () => {
    const { desk, fake } = probedDesk(diceContext());
    fake.generateScenario = async () => fake.newGame("", 1, {});
    await desk.practise.next();
    render(PractiseMode, { desk, slug: "dice" });
    await rest();
    expect([probe()["names"], probe()["evaluation"]]).toEqual(["You", "none"]);
    await desk.practise.move({ take: true });
    await rest();
    expect(probe()["evaluation"]).toBe('{"again":true}');
  });
});
