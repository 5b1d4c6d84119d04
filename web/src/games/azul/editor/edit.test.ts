import { describe, expect, it } from "vitest";
import {
  addToFloor,
  pileAt,
  PILES,
  readCount,
  removeFromFloor,
  setActive,
  setCount,
  setLine,
  setRound,
  setScore,
  setToken,
  toggleWall,
  tokenPlace,
} from "./edit";
import { errorsAt, errorsElsewhere } from "../../shared/editor/errors";
import { startState } from "../testing";

describe("editing a position", () => {
  it("sets counts on every pile and leaves zeros out", () => {
    for (const { path } of PILES) {
      const more = setCount(startState(), path, "Red", 3);
      expect(pileAt(more, path).Red).toBe(3);
      expect(pileAt(setCount(more, path, "Red", 0), path)).not.toHaveProperty("Red");
    }
  });

  it("keeps a line's colour and count together", () => {
    const filled = setLine(startState(), 1, 3, "Blue", 2);
    expect(filled.players[1]?.pattern_lines[3]).toEqual({ capacity: 4, color: "Blue", count_filled: 2 });
    expect(setLine(filled, 1, 3, "Blue", 0).players[1]?.pattern_lines[3]).toEqual({ capacity: 4, color: null, count_filled: 0 });
    expect(setLine(filled, 1, 3, null, 2).players[1]?.pattern_lines[3]).toEqual({ capacity: 4, color: null, count_filled: 0 });
  });

  it("flips one place of one wall", () => {
    const once = toggleWall(startState(), 0, 2, 4);
    expect(once.players[0]?.wall.flat().filter(Boolean)).toHaveLength(1);
    expect(once.players[0]?.wall[2]?.[4]).toBe(true);
    expect(once.players[1]?.wall.flat().some(Boolean)).toBe(false);
    expect(toggleWall(once, 0, 2, 4).players).toEqual(startState().players);
  });

  it("adds to the floor line and removes by index", () => {
    let state = addToFloor(addToFloor(addToFloor(startState(), 0, "Red"), 0, "Blue"), 0, "White");
    state = removeFromFloor(state, 0, 1);
    expect(state.players[0]?.floor_line?.tiles).toEqual(["Red", "White"]);
  });

  it("keeps the token in one place only", () => {
    for (const place of ["center", "0", "1", "none"] as const) {
      const state = setToken(startState(), place);
      expect(tokenPlace(state)).toBe(place);
      const holders = [state.center, ...state.players.map((player) => player.floor_line)].filter(
        (holder) => holder?.has_first_player_token,
      );
      expect(holders).toHaveLength(place === "none" ? 0 : 1);
    }
  });

  it("drops what the engine said about the previous position", () => {
    const state = startState({ game_over: true, returns: [1, 2], warnings: [{ code: "X", text: "Odd." }], draft_phase_progress: "EARLY" });
    for (const next of [setScore(state, 0, 12), setActive(state, 1), setRound(state, 4)]) {
      for (const field of ["game_over", "returns", "warnings", "last_events", "draft_phase_progress"])
        expect(next).not.toHaveProperty(field);
    }
    expect(setScore(state, 0, 12).players[0]?.score).toBe(12);
  });

  it("leaves the previous position unchanged", () => {
    const state = startState();
    const copy = structuredClone(state);
    setCount(state, "center.tiles", "Red", 2);
    toggleWall(state, 0, 0, 0);
    addToFloor(state, 1, "Blue");
    expect(state).toEqual(copy);
  });
});

describe("errors", () => {
  const errors = [
    { path: "factories.1.Blue", text: "Too many." },
    { path: "factories.10", text: "No such factory." },
    { path: "", text: "Something." },
  ];

  it("are shown at their field", () => expect(errorsAt(errors, "factories.1")).toEqual([errors[0]]));

  it("are shown elsewhere when they belong to no field", () =>
    expect(errorsElsewhere(errors, ["factories.1"])).toEqual([errors[1], errors[2]]));
});

it("reads whole numbers only", () => {
  expect(readCount("12", 20)).toBe(12);
  for (const text of ["", "-1", "1.5", "21", "x", "1e1"]) expect(readCount(text, 20)).toBeUndefined();
});
