import { describe, expect, it } from "vitest";
import type { Card } from "../cards";
import { canPick, newHand, nextHand, stageOf, textOf, withCard, withoutLast, type SeenHand } from "./seen";

const cards = (text: string): Card[] => text.split(" ") as Card[];
const filled = (hand: SeenHand, text: string): SeenHand => cards(text).reduce(withCard, hand);
const OWN = "3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D";

describe("a game of Hearts as it was seen", () => {
  it("asks for the hand, the pass, what came, the leader and the plays", () => {
    const stages: string[] = [];
    let hand = newHand(1, "left");
    stages.push(stageOf(hand));
    hand = filled(hand, OWN);
    stages.push(stageOf(hand));
    hand = filled(hand, "AC KC QC");
    stages.push(stageOf(hand));
    hand = filled(hand, "2H 3H 4H");
    stages.push(stageOf(hand));
    hand = { ...hand, leader: 2 };
    stages.push(stageOf(hand));
    expect(stages).toEqual(["hold", "pass", "receive", "leader", "play"]);
    hand = filled(hand, "2C AC 3C KC 2H");
    expect(textOf([hand], 50)).toBe(
      `Hindsight Hearts\nPoints to end: 50\n\nHand 1: left\nP1 holds 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D\nP1 passes QC KC AC\nP1 receives 2H 3H 4H\nP3: 2C AC 3C KC\n2H`,
    );
  });

  it("needs neither pass nor leader when the hand is kept and holds the two of clubs", () => {
    const hand = filled(newHand(4, "hold"), OWN.replace("2D", "2C"));
    expect(stageOf(hand)).toBe("play");
    expect(textOf([hand], 100)).toContain("P1 holds 2C 3C");
    expect(nextHand(hand)).toMatchObject({ number: 5, direction: "left" });
  });

  it("offers the cards that somebody can have", () => {
    const hand = filled(filled(filled(newHand(1, "left"), OWN), "AC KC QC"), "2C 3H 4H");
    expect(canPick(hand, "2C", true)).toBe(true);
    expect(canPick(hand, "AC", true)).toBe(false);
    expect(canPick(hand, "AC", false)).toBe(true);
    expect(canPick(withCard(hand, "2C"), "2C", true)).toBe(false);
  });

  it("takes steps back to the empty hand", () => {
    let hand: SeenHand | null = { ...filled(filled(filled(newHand(1, "left"), OWN), "AC KC QC"), "2H 3H 4H"), leader: 1 };
    let steps = 0;
    while (hand !== null && steps < 100) {
      hand = withoutLast(hand);
      steps += 1;
    }
    expect(steps).toBe(13 + 3 + 3 + 1 + 1);
  });
});
