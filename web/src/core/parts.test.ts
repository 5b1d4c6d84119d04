import { describe, expect, it } from "vitest";
import { keyDecisions, partsOf } from "./parts";
import type { Decision } from "./session";
import { evaluation } from "./testing/fake-engine";
import { tricksState } from "./testing/fake-tricks";
import type { GameState } from "./session";

const partOf = (state: GameState): number => state.chance_counter;

/** A decision in a hand with a loss; a loss of null means that no move was made. */
function decision(hand: number, player: number, loss: number | null, tooClose = false): Decision {
  const state = { ...tricksState(5, hand), active_player_id: player };
  const found = loss === null ? null : evaluation({ add: 3 }, 2, { deltaEv: -loss, tooClose });
  return { state, action: loss === null ? null : { play: 1 }, evaluation: found, luck: null };
}

describe("parts of a game", () => {
  it("follow from the positions, and are over when the next part begins or the game ends", () => {
    const decisions = [decision(1, 0, 0), decision(1, 1, 0), decision(2, 0, 0), decision(2, 1, null)];
    expect(partsOf(decisions, partOf)).toEqual([
      { part: 1, from: 0, to: 2, over: true },
      { part: 2, from: 2, to: 3, over: false },
    ]);
    const end = { ...decisions[3]!, state: { ...decisions[3]!.state, game_over: true } };
    expect(partsOf([...decisions.slice(0, 3), end], partOf)[1]).toMatchObject({ to: 3, over: true });
  });

  it("are a single one in a game without parts", () => {
    expect(partsOf([decision(1, 0, 0), decision(2, 0, null)])).toEqual([{ part: 1, from: 0, to: 1, over: false }]);
    expect(partsOf([])).toEqual([]);
  });
});

describe("key decisions", () => {
  it("are the costliest of each part by these players, except those too close to call", () => {
    const decisions = [
      decision(1, 0, 0.5),
      decision(1, 1, 9),
      decision(1, 0, 2),
      decision(2, 0, 3, true),
      decision(2, 0, 0.25),
      decision(3, 0, 0),
      decision(3, 0, null),
    ];
    expect(keyDecisions(decisions, [0], partOf)).toEqual([
      { part: 1, index: 2, loss: -2 },
      { part: 2, index: 4, loss: -0.25 },
    ]);
    expect(keyDecisions(decisions, null, partOf)[0]).toEqual({ part: 1, index: 1, loss: -9 });
  });
});
