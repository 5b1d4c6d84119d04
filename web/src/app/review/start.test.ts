import { describe, expect, it } from "vitest";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import type { Decision, GameState } from "../../core/session";
import { broughtApart, startAndEnd, winShares } from "./start";

function game(returns: number[], first = 0, found = {}): Decision[] {
  const states = [pileState(0, first), { ...pileState(10), game_over: true, returns }];
  return states.map((state, index) => ({
    state,
    action: index === 0 ? { add: 1 } : null,
    evaluation: index === 0 ? { ...evaluation({ add: 1 }), ...found } : null,
    luck: null,
  }));
}
const PARTS = { ui: {}, win: false, expected: [], opening: [0, 0] };

describe("the start and the end of a game", () => {
  it("are the values of two opponents, as each of them sees it", () => {
    const decisions = game([-8, 8], 1, { bestActionEv: 3 });
    expect(startAndEnd({ ...PARTS, decisions })).toEqual({ par: [-3, 3], result: [-8, 8], opposed: true });
  });

  it("are expected and final scores where the game expects them, without the luck of the opening", () => {
    const alone = startAndEnd({ ...PARTS, decisions: game([267]), expected: [250], opening: [2] });
    expect(alone).toEqual({ par: [248], result: [267], opposed: false });
    const shared = startAndEnd({ ...PARTS, decisions: game([52, -52]), expected: [70], opening: [1, -1] });
    expect(shared).toEqual({ par: [69, -69], result: [52, -52], opposed: true });
    expect(startAndEnd({ ...PARTS, decisions: game([52, -52]), expected: null })).toBeNull();
  });

  it("are chances to win where that counts", () => {
    const decisions = game([213, 254], 1, { winProbability: 0.4 });
    expect(startAndEnd({ ...PARTS, decisions, win: true, opening: [-1, 1] })).toEqual({ par: [61, 39], result: [0, 100], opposed: true });
    const three = { ...PARTS, decisions: game([213, 254, 254]), win: true, opening: [-1, 1, 0] };
    expect(startAndEnd({ ...three, chances: [0.4, 0.35, 0.25] })).toEqual({ par: [41, 34, 25], result: [0, 50, 50], opposed: true });
    expect(startAndEnd({ ...three, chances: null })).toBeNull();
    expect(winShares([5, 5, 2])).toEqual([0.5, 0.5, 0]);
    expect(winShares([5, 5], [1])).toEqual([0, 1]);
  });

  it("are unknown before the game is over; among four par is an equal share", () => {
    const open = game([1, 1]).slice(0, 1);
    expect(startAndEnd({ ...PARTS, decisions: open })).toBeNull();
    expect(startAndEnd({ ...PARTS, decisions: game([-14, -6, -60, 0]) })?.par).toEqual([-20, -20, -20, -20]);
  });
});

describe("hands that are played to win, in a game summed in points", () => {
  const hands = {
    name: "hand",
    of: ({ chance_counter }: GameState) => chance_counter,
    scores: ({ scores }: GameState) => scores as number[],
  };
  const at = (hand: number, scores: number[], objective: string | null): Decision => {
    const found = evaluation({ add: 1 });
    return {
      state: { ...pileState(0), chance_counter: hand, scores } as unknown as GameState,
      action: { add: 1 },
      evaluation: objective === null ? null : { ...found, metadata: { ...found.metadata, objective: objective as "win" | "points" } },
      luck: null,
    };
  };
  const decisions = [at(1, [0, 0], "points"), at(2, [-20, -6], "win"), at(2, [-20, -6], "win"), at(2, [-22, -30], null)];

  it("bring what their scores differ from the average of all players", () => {
    expect(broughtApart({ parts: hands }, decisions, false)).toEqual([11, -11]);
  });

  it("are none where every hand is played for points, or where the scores are not known", () => {
    expect(broughtApart({ parts: hands }, decisions.slice(0, 1), false)).toBeNull();
    expect(broughtApart({ parts: { name: "hand", of: hands.of } }, decisions, false)).toBeNull();
    expect(broughtApart({}, decisions.slice(0, 1), false)).toBeNull();
  });
});
