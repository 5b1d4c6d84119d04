import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../../card";
import { cardBefore, keptOf, openRows, stateOf, type RulesData } from "./data";
import { PERFECT } from "../insights/figures";
import file from "./rules.json";
import { RULES, ruleText, stepText } from "./words";

const data = file as unknown as RulesData;

describe("the rules", () => {
  test("have examples whose dice, rows and kept dice fit", () => {
    const examples = [...data.rules, ...data.holds].flatMap(({ example }) => example ?? []);
    expect(examples.length).toBeGreaterThan(30);
    for (const example of examples) {
      expect(example.dice).toHaveLength(5);
      expect(openRows(example).length).toBeGreaterThan(0);
      expect(keptOf(example.dice, example.keep).filter(Boolean)).toHaveLength(example.keep?.length ?? 0);
      expect(stateOf(example).rolls_left).toBe(example.left);
    }
    expect(data.rules.every(({ close, example }) => example === undefined || openRows(example).includes(close!))).toBe(true);
  });

  test("play the game on the page to its total", () => {
    const { steps, total } = data.game;
    expect(
      steps
        .filter(({ close }) => close !== undefined)
        .map(({ close }) => close)
        .sort(),
    ).toEqual([...CATEGORIES].sort());
    expect(cardBefore(steps, steps.length).total).toBe(total);
    expect(cardBefore(steps, 0)).toEqual({ scores: {}, total: 0 });
  });

  test("are better with each step of the chart's last point than with none", () => {
    for (const means of [data.rowMeans, data.holdMeans]) expect(means.at(-1)![1]).toBeGreaterThan(means[0]![1]);
  });
});

describe("texts", () => {
  test("say what is done and by which rule", () => {
    expect(RULES.lead(data)).toContain(`perfect play scores ${PERFECT.mean.toFixed(1)}.`);
    expect(stepText({ close: "yatzy", points: 0 })).toBe("Strike out Yatzy");
    expect(stepText({ close: "sixes", points: 24 })).toBe("24 in Sixes");
    expect(stepText({ keep: [] })).toBe("Throw all five");
    expect(stepText({ keep: [6, 6] })).toBe("Keep 6 6");
    expect(ruleText([{ text: "A." }], 0)).toBe("Rule 1: A.");
    expect(ruleText([{ text: "A." }], 1)).toBe("No rule applies.");
  });
});
