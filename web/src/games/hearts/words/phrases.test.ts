import { describe, expect, it } from "vitest";
import { DECK, cardName, cardShort, sorted, spoken } from "../cards";
import { eventsText } from "./events";
import { FILTERS } from "./filters";
import { HELP } from "./help";
import { cardLabel, seatLabel } from "./labels";
import { receiverOf, seatName, sideOf } from "../seats";
import { STATISTICS } from "./statistics";
import { cards, handOver, NAMES, passState, playState } from "../testing";
import type { HeartsAction, HeartsEvent } from "../types";
import { viewerOf } from "../view";
import {
  actionShort,
  actionText,
  briefName,
  levelOf,
  optionText,
  passButtonText,
  passedText,
  publicText,
  resultText,
  sameAction,
  takenText,
  worthText,
} from "./phrases";
import { pointsText } from "../../shared/words/points";

const PASS: HeartsAction = { pass: cards("QS AH TH") };
const PLAY: HeartsAction = { play: "QS" };

describe("a value", () => {
  it("is points of the hand, or a chance to win near the end of a game", () => {
    expect(worthText(-7.42, playState(), "points")).toBe("7.4 points expected in this hand");
    expect(worthText(-50, playState(), "win")).toBe("50.0% to win");
  });
});

describe("cards", () => {
  it("are said in words, each of the deck", () => {
    for (const card of DECK) expect(spoken(`You: Play ${cardShort(card)}.`)).toBe(`You: Play ${cardName(card)}.`);
    expect(spoken("Pass Q♠ A♥ 10♦. Beginner: Play 2♣.")).toBe(
      "Pass queen of spades, ace of hearts, 10 of diamonds. Beginner: Play 2 of clubs.",
    );
  });

  it("have names and signs, and are sorted by suit and rank", () => {
    expect([cardName("QS"), cardName("TH"), cardName("2C"), cardShort("TD"), cardShort("AS")]).toEqual([
      "queen of spades",
      "10 of hearts",
      "2 of clubs",
      "10♦",
      "A♠",
    ]);
    expect(sorted(cards("AH 2C QS TD 9D"))).toEqual(cards("2C 9D TD QS AH"));
    expect(new Set(DECK).size).toBe(52);
  });
});

describe("actions", () => {
  it("have a text in words and a short one in signs", () => {
    expect([actionText(PLAY), actionShort(PLAY)]).toEqual(["Play Q♠", "Q♠"]);
    expect([actionText(PASS), actionShort(PASS)]).toEqual(["Pass Q♠ A♥ 10♥", "pass Q♠ A♥ 10♥"]);
  });

  it("are the same whatever the order of the passed cards", () => {
    const all: HeartsAction[] = [PASS, PLAY, { play: "AH" }, { pass: cards("QS AH 9H") }];
    for (const a of all) for (const b of all) expect(sameAction(a, structuredClone(b))).toBe(a === b);
    expect(sameAction(PASS, { pass: cards("TH QS AH") })).toBe(true);
  });

  it("have a public text that hides the passed cards", () => {
    expect([publicText(PASS), publicText(PLAY)]).toEqual(["Pass 3 cards", null]);
  });
});

describe("numbers", () => {
  it.each([
    [-1.27, "\u22121.3 points"],
    [1, "1 point"],
    [-0.04, "0 points"],
  ])("%d is %s", (value, text) => expect(pointsText(value)).toBe(text));

  it("of taken points have a sign", () => expect([5, 0, -10].map(takenText)).toEqual(["+5", "0", "\u221210"]));
  it("of options have a unit", () => expect([optionText("points_to_end", 50), optionText("seed", 5)]).toEqual(["50 points", null]));
});

describe("seats", () => {
  it("are the names of players of the same level", () => {
    const names = ["You", "Casual (left)", "Expert", "Casual (right)"];
    expect([0, 1, 2, 3].map((player) => briefName(names, player, 0))).toEqual(["You", "Left", "Expert", "Right"]);
    expect([0, 1, 2, 3].map((player) => levelOf(names, player, 0))).toEqual([null, "Casual", null, "Casual"]);
    // Seen from another seat, the names do not match the seats.
    expect(briefName(names, 1, 2)).toBe("Casual (left)");
    expect(levelOf(names, 1, 2)).toBeNull();
  });

  it("are arranged clockwise from the bottom", () => {
    expect([0, 1, 2, 3].map((player) => sideOf(player, 2))).toEqual(["top", "right", "bottom", "left"]);
    expect([0, 1, 2, 3].map((player) => seatName(player, 3))).toEqual(["left", "across", "right", "own"]);
    expect((["left", "right", "across", "hold"] as const).map((way) => receiverOf(3, way))).toEqual([0, 2, 1, 3]);
  });

  it("give the direction in which cards are passed", () => {
    expect((["left", "right", "across", "hold"] as const).map(passedText)).toEqual([
      "Three cards go to the left",
      "Three cards go to the right",
      "Three cards go across",
      "No cards are passed",
    ]);
  });

  it("appear once in the text of the pass button", () => {
    expect(passButtonText(NAMES, 1, 0)).toBe("Pass 3 cards to Left");
    expect(passButtonText(["You", "Expert", "Skilled (across)", "X"], 1, 0)).toBe("Pass 3 cards to Expert (left)");
    expect(passButtonText(["You", "Expert", "Skilled (across)", "X"], 2, 0)).toBe("Pass 3 cards to Skilled (across)");
  });
});

describe("events", () => {
  const sentences = (...events: HeartsEvent[]) => eventsText(passState({ last_events: events }), NAMES);

  it("become sentences in the right person, and hide what others pass", () => {
    expect(
      sentences(
        { type: "pass", player_id: 0, cards: cards("QS AH KH") },
        { type: "pass", player_id: 1, cards: cards("2D 3D 4D") },
        { type: "pass", player_id: 2, cards: 3 },
        { type: "exchange", pass_direction: "left" },
        { type: "play", player_id: 3, card: "TH" },
        { type: "hearts_broken", player_id: 3 },
        { type: "trick", player_id: 0, leader: 0, cards: cards("KH AH 2H TH"), points: 1 },
        { type: "moon", player_id: 1 },
        { type: "hand_over", points: [26, 0, 26, -10], scores: [26, 0, 26, -10] },
        { type: "deal", pass_direction: "hold", hand: 4 },
        { type: "game_over", returns: [-1, -2, -3, -4], scores: [1, 2, 3, 4], winners: [0] },
      ),
    ).toEqual([
      "You pass Q♠ A♥ K♥.",
      "Left passes three cards.",
      "Across passes three cards.",
      "The passed cards change hands.",
      "Right plays the 10 of hearts.",
      "Hearts are broken.",
      "You take the trick: 1 point.",
      "Left shoots the moon.",
      "The hand is over: You 26, Left 0, Across 26 and Right \u221210 points.",
      "Hand 4 is dealt: no cards are passed.",
      "Final scores: You 1, Left 2, Across 3 and Right 4 points.",
    ]);
    const { last_events: _, ...silent } = passState();
    expect(eventsText(silent)).toEqual([]);
  });

  it.each([
    [[43, 102, 71, 60], "You won with 43 points; Right had 60, Across had 71 and Left had 102."],
    [[102, 43, 43, 60], "Left and Across shared the win with 43 points; Right had 60 and you had 102."],
  ])("of the end give the result: %j", (scores, text) => expect(resultText(passState({ scores }), NAMES)).toBe(text));
});

describe("labels for screen readers", () => {
  it("describe cards and seats", () => {
    expect(cardLabel("QS", { playable: true, passed: false, from: "Left", marks: [{ text: "Best" }] })).toBe(
      "Queen of spades, received from Left, playable, best",
    );
    expect(cardLabel("2C", { playable: false, passed: true, from: null, marks: [] })).toBe("2 of clubs, passed");
    const facts = { name: "Expert", where: "left", cards: 1, points: 1, score: 26, turn: true, hasPassed: false };
    expect(seatLabel(facts)).toBe("Expert, left, 1 card, 1 point in this hand, 26 points in the game, to move");
  });
});

describe("the help", () => {
  it("explains the rule that sources differ on, and lists the keys; the filters list the parts of a hand", () => {
    expect(HELP.howTo.join(" ")).toMatch(/Here the queen of spades breaks them too, unless you choose otherwise/);
    expect(HELP.shortcuts.map(({ keys }) => keys)).toContain("P");
    const values = FILTERS.flatMap((filter) => (filter.kind === "choice" ? filter.options.map(({ value }) => value) : []));
    expect(values).toEqual(["pass", "early", "mid", "late"]);
  });
});

describe("statistics", () => {
  it("count for the person's seat", () => {
    const moon = handOver([{ type: "moon", player_id: 1 }]);
    expect(STATISTICS.counts(moon, 1)).toEqual({ hands: 1, points: 23, moons: 1 });
    expect(STATISTICS.counts(moon, 0)).toEqual({ hands: 1, points: 3, moonsAgainst: 1 });
    expect(STATISTICS.counts(handOver(), 2)).toEqual({ hands: 1, points: 0, clean: 1 });
    const queen = playState({ last_events: [{ type: "trick", player_id: 0, leader: 0, cards: cards("AS QS 2S 3S"), points: 13 }] });
    expect([STATISTICS.counts(queen, 0), STATISTICS.counts(queen, 1)]).toEqual([{ queens: 1 }, {}]);
  });

  it("have units", () => {
    const counts: Record<string, number> = { hands: 10, points: 64, wins: 1, queens: 3 };
    const lines = STATISTICS.lines({ games: 2, gradedParts: 4, loss: 5, count: (name) => counts[name] ?? 0 });
    expect(lines).toContainEqual({ label: "Points per hand", value: "6.4 points" });
    expect(lines).toContainEqual({ label: "Games won", value: "1 of 2" });
    expect(lines).toContainEqual({ label: "Hands with the queen of spades", value: "3 of 10" });
    expect(lines.at(-1)?.value).toBe("1.3 points");
  });
});

describe("a position", () => {
  it("is a player's view if only that player's cards are listed", () => {
    expect(viewerOf(passState())).toBeNull();
    expect(viewerOf(passState({ seed: null, hands: [13, 13, cards("2C"), 13] }))).toBe(2);
  });
});
