import { render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it } from "vitest";
import Balance from "./Balance.svelte";

afterEach(() => localStorage.clear());

describe("the headline", () => {
  const account = {
    skill: [-1.3, -2],
    undecided: [0, 0],
    luck: [4.2, -0.5],
    graded: [3, 2],
    made: [3, 2],
    withheld: "none" as const,
    chance: true,
    apart: null,
  };
  const shown = (): string => screen.getByTestId("balance").textContent?.replaceAll(/\s+/g, " ").trim() ?? "";

  it("shows skill and luck of the person, or of both by name", () => {
    const { unmount } = render(Balance, { unit: "points", account, players: [0], names: ["You", "One"] });
    expect(shown()).toBe("Skill \u22121.3 Luck +4.2");
    unmount();
    render(Balance, { unit: "points", account, players: [0, 1], names: ["Player 1", "Player 2"] });
    expect(shown()).toBe("SkillLuckPlayer 1\u22121.3+4.2Player 2\u22122.0\u22120.5");
  });

  it("withholds the luck of the hand in play, and says why", () => {
    render(Balance, { unit: "points", account: { ...account, withheld: "all" }, players: [0, 1], names: ["You", "Low"] });
    expect(shown()).toBe("SkillLuckYou\u22121.3–Low\u22122.0–");
    expect(screen.getByText("Luck").title).toContain("when the hand is over");
  });

  it("shows no luck in a game without chance", () => {
    const { unmount } = render(Balance, { unit: "points", account: { ...account, chance: false }, players: [0], names: ["You"] });
    expect(shown()).toBe("Skill \u22121.3");
    unmount();
    render(Balance, { unit: "points", account: { ...account, chance: false }, players: [0, 1], names: ["Player 1", "Player 2"] });
    expect(shown()).toBe("SkillPlayer 1\u22121.3Player 2\u22122.0");
  });

  it("counts chances to win in wins, as their sum has no limit of 100%", () => {
    const chances = { ...account, skill: [-180, -3], luck: [75, -0.2] };
    const { unmount } = render(Balance, { unit: "%", account: chances, players: [0], names: ["You"] });
    expect(shown()).toBe("Skill \u22121.80 Luck +0.75 in wins");
    // Nothing but terms and what they are stands in the list.
    for (const group of screen.getByTestId("balance").children) expect(group.firstElementChild?.tagName).toBe("DT");
    unmount();
    render(Balance, { unit: "%", account: chances, players: [0, 1], names: ["Ann", "Bob"] });
    expect(shown()).toBe("in winsSkillLuckAnn\u22121.80+0.75Bob\u22120.030.00");
  });

  it("shows losses in another unit beside the others, and adds up neither", () => {
    const both = { ...account, skill: [-2, 0], chance: false, apart: { unit: "points", skill: [-3.5, 0], graded: [2, 0] } };
    const { unmount } = render(Balance, { unit: "%", account: both, players: [0], names: ["You"] });
    expect(shown()).toBe("Skill \u22120.02 in wins and \u22123.5 points");
    unmount();
    const points = { ...both, apart: { ...both.apart, unit: "%" } };
    const { unmount: leave } = render(Balance, { unit: "points", account: points, players: [0], names: ["You"] });
    expect(shown()).toBe("Skill \u22122.0 in points and \u22120.04 wins");
    leave();
    render(Balance, { unit: "%", account: both, players: [0, 1], names: ["Ann", "Bob"] });
    expect(shown()).toBe("in winsSkillAnn\u22120.02 and \u22123.5 pointsBob0.00");
  });

  it("shows no skill where nothing was graded", () => {
    render(Balance, { unit: "points", account: { ...account, graded: [0, 0], skill: [0, 0] }, players: [0], names: ["You"] });
    expect(shown()).toBe("Skill – Luck +4.2");
  });
});
