import { describe, expect, it } from "vitest";
import { ALONE, opponentChoices, opponentOf, engineOptions, FRIEND, loadChoice, newSeats, playerOf, saveChoice } from "../new-game/choice";
import { togglesOf } from "../new-game/options";
import { namesOf, personsOf, playersOf, seatsFor } from "./seats";
import { possessive } from "../words/names";
import { DICE_INFO, diceState } from "../../core/testing/fake-dice";
import { INFO, pileState } from "../../core/testing/fake-engine";
import { against } from "../testing/setup";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe("seats", () => {
  it("name one person You, several people and unknown players by number, and levels by name", () => {
    expect(namesOf([null, "one"], 2, INFO.levels)).toEqual(["You", "One"]);
    expect(namesOf([null, null], 2, INFO.levels)).toEqual(["Player 1", "Player 2"]);
    expect(namesOf([null], 1, INFO.levels)).toEqual(["You"]);
    expect(namesOf([], 2, INFO.levels)).toEqual(["Player 1", "Player 2"]);
    // A game of somebody else.
    const others = (seats: (string | null)[], given: string[] = []) =>
      namesOf(seats, seats.length, INFO.levels, [], undefined, given, false);
    expect(others([null, "one"])).toEqual(["Player 1", "One"]);
    expect(others([null, "one"], ["Ann"])).toEqual(["Ann", "One"]);
    expect(others([null])).toEqual(["Player 1"]);
    expect([possessive("You"), possessive("Player 2")]).toEqual(["Your", "Player 2's"]);
  });

  it("list the people", () => {
    expect(personsOf([null, "one"])).toEqual([0]);
    expect(personsOf(["one", null])).toEqual([1]);
    expect(personsOf([null, null])).toEqual([0, 1]);
  });

  it("are adapted to the game: an unknown level is replaced, and one seat is a person's", () => {
    expect(seatsFor(["gone", null], 2, INFO.levels)).toEqual(["one", null]);
    expect(seatsFor([null, null], 1, INFO.levels)).toEqual([null]);
    expect(seatsFor([], 2, INFO.levels)).toEqual([null, "one"]);
  });

  it("are as many as in the position, else as in the game", () => {
    expect(playersOf(diceState(1), 2)).toBe(1);
    expect(playersOf({ ...pileState(), returns: [], players: [{}] } as never, 2)).toBe(1);
    expect(playersOf({ ...pileState(), returns: undefined } as never, 2)).toBe(2);
    expect(playersOf(null, 2)).toBe(2);
  });

  it("of a new game follow the opponent, and the first move or the role", () => {
    expect(newSeats(against(ALONE), 1, 0)).toEqual([null]);
    expect(newSeats(against(FRIEND), 2, 0)).toEqual([null, null]);
    expect(newSeats(against("one"), 2, 1)).toEqual(["one", null]);
    expect([playerOf("first", 2, 1), playerOf("second", 2, 1), playerOf(0, 2, 1)]).toEqual([1, 0, 0]);
    expect([playerOf("random", 2, 1, () => 0.4), playerOf("random", 2, 1, () => 0.6)]).toEqual([1, 0]);
  });
});

describe("a new game", () => {
  it("is offered alone only where the game allows it", () => {
    expect(opponentChoices(INFO)).toEqual([FRIEND, "one"]);
    expect(opponentChoices(DICE_INFO)).toEqual([ALONE, FRIEND, "one"]);
    expect([opponentOf([null]), opponentOf([null, null]), opponentOf(["one", null])]).toEqual([ALONE, FRIEND, "one"]);
  });

  it("has the switches of the game's options with their titles", () => {
    expect(togglesOf(DICE_INFO)).toEqual([
      { key: "real_dice", title: "Real dice", description: "", fallback: false },
      { key: "high_only", title: "Only high dice count", description: "Four and more.", fallback: false },
    ]);
    expect(togglesOf(INFO)).toEqual([]);
  });

  it("passes known options to the engine, and the number of players where there is such an option", () => {
    expect(engineOptions(DICE_INFO, against(ALONE, "first", { real_dice: true, odd: true }))).toEqual({
      real_dice: true,
      high_only: false,
      players: 1,
    });
    expect(engineOptions(DICE_INFO, against("one"))).toMatchObject({ players: 2 });
    expect(engineOptions(INFO, against(FRIEND))).toEqual({});
  });

  it("starts from the last choice", () => {
    const place = storage();
    saveChoice(DICE_INFO, against(FRIEND, "random", { real_dice: true }), place);
    expect(loadChoice(DICE_INFO, "one", place)).toEqual({
      opponent: FRIEND,
      side: "random",
      options: { real_dice: true, high_only: false },
    });
    expect(loadChoice(INFO, "", place).opponent).toBe("one");
  });

  it.each(["{", "null", '{"company":"gone","side":"left","options":{"real_dice":"yes"}}'])(
    "does without what it does not understand: %s",
    (text) => {
      const place = storage();
      place.setItem(`hindsight:new-game:${DICE_INFO.rulesetId}`, text);
      expect(loadChoice(DICE_INFO, ALONE, place)).toEqual({
        opponent: ALONE,
        side: "first",
        options: { real_dice: false, high_only: false },
      });
    },
  );
});
