import { describe, expect, it } from "vitest";
import { HELP } from "./help";
import { awaitingState, keep, midState, score } from "../testing";
import type { YatzyEvent } from "../types";
import { actionShort, actionText, dieLabel, eventsText, resultText, throwsText, throwText } from "./phrases";
import { pointsText } from "../../shared/words/points";

describe("Yatzy's actions in words", () => {
  it.each([
    [keep("xxx.."), "Keep 4 4 6", "Hold 123··"],
    [keep("..xx."), "Keep 1 6", "Hold ··34·"],
    [keep("....."), "Throw all five", "Throw all"],
    [keep("xxxxx"), "Keep all five", "Hold 12345"],
    [score("fours"), "Score 12 in Fours", "Fours"],
    [score("three_of_a_kind"), "Score 12 in Three of a kind", "Three of a kind"],
    [score("yatzy"), "Strike out Yatzy", "Yatzy"],
    [{ enter: [3, 4, 6, 6, 1] }, "Enter 3 4 6 6 1", "= 34661"],
  ])("%j is %s", (action, text, short) => {
    expect(actionText(action, midState())).toBe(text);
    expect(actionShort(action)).toBe(short);
  });

  it("leave out points that are unknown", () => {
    expect(actionText(score("fours"), awaitingState())).toBe("Score Fours");
    expect(actionText(score("sixes"), midState())).toBe("Score Sixes");
  });
});

describe("Yatzy's labels", () => {
  it.each([
    [-1.27, "\u22121.3 points"],
    [2, "2 points"],
    [1, "1 point"],
    [-1, "\u22121 point"],
    [-0.04, "0 points"],
    [0.96, "1 point"],
  ])("%d is %s", (value, text) => expect(pointsText(value)).toBe(text));

  it("count dice and throws", () => {
    expect([2, 1, 0].map(throwsText)).toEqual(["2 throws left", "1 throw left", "No throws left"]);
    const held = (places: string) => throwText(keep(places).keep);
    expect(["xxxxx", "xxxx.", "x..x.", "....."].map(held)).toEqual([
      "Keep all five",
      "Throw one die",
      "Throw three dice",
      "Throw all five",
    ]);
  });

  it("name dice for screen readers", () => {
    expect(dieLabel(2, 5, true)).toBe("Die 3: 5, held");
    expect(dieLabel(0, 1, false)).toBe("Die 1: 1");
    expect(dieLabel(4, null, false)).toBe("Die 5: to be thrown");
  });

  it("include the keys and the rules in the help", () => {
    expect(HELP.shortcuts.map(({ keys }) => keys)).toContain("T or Enter");
    expect(HELP.howTo.join(" ")).toContain("63");
  });
});

describe("Yatzy's events in words", () => {
  const sentences = (...events: YatzyEvent[]) => eventsText(midState({ last_events: events }), ["You", "Greedy"]);

  it("describe a throw", () => {
    const dice = [4, 4, 6, 1, 4];
    expect(
      sentences(
        { type: "keep", player_id: 0, keep: keep("xx..x").keep, dice },
        { type: "throw", player_id: 0, dice: [4, 4, 2, 3, 4], thrown: keep("..xx.").keep, rolls_left: 1 },
      ),
    ).toEqual(["You keep 4 4 4.", "The dice show 4 4 2 3 4. 1 throw left."]);
    expect(sentences({ type: "keep", player_id: 1, keep: keep(".....").keep, dice })).toEqual(["Greedy throws all five dice."]);
    expect(sentences({ type: "keep", player_id: 1, keep: keep("xxxxx").keep, dice })).toEqual(["Greedy keeps all five dice."]);
    expect(sentences({ type: "enter", player_id: 0, dice: [1, 2, 3, 4, 5], rolls_left: 0 })).toEqual([
      "You enter 1 2 3 4 5. No throws left.",
    ]);
  });

  it("describe a row, the bonus and the next turn", () => {
    expect(
      sentences(
        { type: "score", player_id: 1, category: "sixes", points: 24 },
        { type: "bonus", player_id: 1, points: 50 },
        { type: "turn", player_id: 0, turn: 7 },
      ),
    ).toEqual(["Greedy scores 24 in Sixes.", "Greedy gets the bonus: 50 points.", "Your turn 7 of 15."]);
    expect(sentences({ type: "score", player_id: 0, category: "full_house", points: 0 })).toEqual(["You strike out Full house."]);
    expect(sentences({ type: "turn", player_id: 1, turn: 7 })).toEqual(["Greedy's turn 7 of 15."]);
  });

  it("describe the end", () => {
    expect(sentences({ type: "game_over", returns: [254, 231], winner: 0, shared: false })).toEqual(["You win, 254 to 231."]);
    expect(sentences({ type: "game_over", returns: [231, 254], winner: 1, shared: false })).toEqual(["Greedy wins, 254 to 231."]);
    expect(sentences({ type: "game_over", returns: [240, 240], winner: null, shared: true })).toEqual(["The game is a draw, 240 to 240."]);
    expect(sentences({ type: "game_over", returns: [254], winner: null, shared: false })).toEqual(["You scored 254."]);
  });
});

describe("Yatzy's result in words", () => {
  it.each([
    [[254], ["You"], "You scored 254."],
    [[254, 231], ["You", "Greedy"], "You won."],
    [[231, 254], ["You", "Greedy"], "You lost."],
    [[231, 254], ["Random", "Greedy"], "Greedy won."],
    [[240, 240], ["You", "Greedy"], "The game is a draw."],
  ])("of %j between %j", (returns, names, sentence) => {
    const [a = 0, b = 0] = returns;
    const winner = returns.length === 1 || a === b ? null : a > b ? 0 : 1;
    const event: YatzyEvent = { type: "game_over", returns, winner, shared: returns.length === 2 && a === b };
    expect(resultText(midState({ last_events: [event] }), names)).toBe(sentence);
    expect(resultText(midState({ returns }), names)).toBe(sentence);
  });

  it("names all of several players, the winner first, and shared wins", () => {
    const names = ["Ann", "Bob", "Cleo"];
    const over = (returns: number[], winner: number | null) =>
      midState({ returns, last_events: [{ type: "game_over", returns, winner, shared: winner === null }] });
    expect(eventsText(over([240, 250, 231], 1), names)).toEqual(["Bob wins with 250; Ann 240 and Cleo 231."]);
    expect(resultText(over([240, 250, 231], 1), names)).toBe("Bob won.");
    expect(eventsText(over([250, 240, 250], null), names)).toEqual(["Ann and Cleo share the win with 250; Bob 240."]);
    expect(resultText(over([250, 240, 250], null), names)).toBe("Ann and Cleo share the win.");
    expect(resultText(midState({ returns: [250, 240, 250] }), names)).toBe("Ann and Cleo share the win.");
  });
});
