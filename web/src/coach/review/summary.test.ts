import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { evaluation, INFO, pileState } from "../../core/testing/fake-engine";
import type { Verdict } from "../../core/types";
import { accountOf } from "../game/account";
import { accuracyText, reckoningText } from "../text/review";
import ReviewSummary from "./ReviewSummary.svelte";

const DECISIONS = [{ state: pileState(0), action: { add: 1 }, evaluation: evaluation({ add: 1 }, 1), luck: null }];
const SCALE = { bands: INFO.grades, unit: "points", win: false, verdicts: false, limits: [] };
const WIN = { ...SCALE, unit: "%", win: true };

/** The summary of a game of which one graded decision is judged in another unit than the sums. */
function shown(scale: typeof SCALE): void {
  const apart = { unit: scale.win ? "points" : "%", skill: [-1], graded: [1] };
  const account = { ...accountOf([{ ...DECISIONS[0]!, evaluation: null }], 1, true), apart };
  render(ReviewSummary, {
    decisions: DECISIONS,
    names: ["You"],
    account,
    limits: [],
    scale,
    reckoning: null,
  });
}

/** The numbers in the rows of the only player's verdicts. */
const verdicts = (): number[] => [...document.querySelectorAll("[data-verdict] td")].map(({ textContent }) => Number(textContent));

describe("the summary of a reviewed game", () => {
  it.each([
    [SCALE, "Skill and luck are in points.", "Skill in wins", "−0.01"],
    [WIN, "Skill and luck are in wins (100% of the chance to win is one win).", "Skill in points", "−1.0"],
  ])("names the unit of its sums, and has the losses in another one apart", (scale, unit, apart, lost) => {
    shown(scale);
    const texts = ["sums-unit", "skill-apart"].map((id) => screen.getByTestId(id).textContent);
    expect(screen.getByText(apart)).toBeTruthy();
    expect(texts).toEqual([unit, lost]);
  });

  it("counts every graded move once, and says what one without a choice is", () => {
    const [decision] = DECISIONS;
    const found = { ...decision!.evaluation, verdict: "good" as const };
    const forced = { ...found, metadata: { ...found.metadata, totalLegalActions: 1 } };
    const decisions = [found, found, forced].map((each) => ({ ...decision!, evaluation: each }));
    const account = accountOf(decisions, 1, true);
    const scale = { ...SCALE, verdicts: true };
    render(ReviewSummary, { decisions, names: ["You"], account, limits: [], scale, reckoning: null });
    expect(verdicts().reduce((sum, count) => sum + count, 0)).toBe(account.graded[0]);
    expect(document.querySelector("[data-verdict=forced] td")?.textContent).toBe("1");
    expect(screen.getByTestId("means-forced").textContent).toMatch(/only one move was legal/);
    expect(screen.queryByTestId("means-decided")).toBeNull();
  });

  it.each([
    [1, "−2.0"],
    [18, "−2.0"],
    // Less than a tenth of the skill.
    [19, null],
  ])("says how much of the skill is by moves that are too close to call", (blunders, said) => {
    const [decision] = DECISIONS;
    const lost = (verdict: Verdict) => ({ ...decision!, evaluation: { ...decision!.evaluation, deltaEv: -1, verdict } });
    const made = [lost("undecided"), lost("undecided"), ...new Array<Verdict>(blunders).fill("blunder").map(lost)];
    const account = accountOf(made, 1, true);
    expect([account.skill, account.undecided]).toEqual([[-2 - blunders], [-2]]);
    render(ReviewSummary, { decisions: made, names: ["You"], account, limits: [], scale: SCALE, reckoning: null });
    expect(screen.queryByTestId("undecided")?.textContent ?? null).toBe(said);
    expect(screen.getByTestId("skill").textContent).toBe(`−${2 + blunders}.0`);
  });

  it("states the loss of a blunder as the game does", () => {
    expect(accuracyText(12.5, 5, "points")).toContain("12.5% of the chance to win or 5 points");
    expect(accuracyText(null, 5, "points")).not.toContain("chance");
  });

  it("states an error only if it is known", () => {
    expect(reckoningText(1.2, "points", { rest: true, beyond: true })).toMatch(/± 1\.2 points.*the rest is/);
    expect(reckoningText(null, "points", { rest: true, beyond: false })).toBe("In points.");
    expect(reckoningText(null, "%", { rest: false, beyond: false })).toBe(
      "In wins (100% of the chance to win is one win). The parts add up to the result.",
    );
  });
});
