import { describe, expect, it } from "vitest";
import { colorTotal, factoryPlaces, floorSlots, previewOf, tokenBeside, totalTiles, wallColor, wallColumn } from "./layout";
import { emptyPlayer, move, startState } from "./testing";
import { COLORS } from "./types";

describe("the wall", () => {
  it("prints every colour once in each row and each column", () => {
    for (let index = 0; index < 5; index++) {
      const row = [0, 1, 2, 3, 4].map((column) => wallColor(index, column));
      const column = [0, 1, 2, 3, 4].map((each) => wallColor(each, index));
      expect(new Set(row)).toEqual(new Set(COLORS));
      expect(new Set(column)).toEqual(new Set(COLORS));
    }
  });

  it("starts with Blue, and moves one place to the right in each row", () => {
    expect([0, 1, 2, 3, 4].map((row) => wallColor(row, row))).toEqual(["Blue", "Blue", "Blue", "Blue", "Blue"]);
    expect([0, 1, 2, 3, 4].map((column) => wallColor(1, column))).toEqual(["White", "Blue", "Yellow", "Red", "Black"]);
  });

  it("wallColumn inverts wallColor", () => {
    for (let row = 0; row < 5; row++) for (const color of COLORS) expect(wallColor(row, wallColumn(row, color))).toBe(color);
  });
});

describe("factoryPlaces", () => {
  it("uses each place once", () => {
    const places = factoryPlaces({ Blue: 1, Red: 2, White: 1 }).flatMap((group) => group.places);
    expect(places).toEqual([0, 1, 2, 3]);
  });

  it("never lays a pair across a diagonal", () => {
    const factories = [
      { Blue: 1, Red: 2, White: 1 },
      { Yellow: 2, Black: 2 },
      { Blue: 1, White: 2 },
    ];
    const pairs = factories.flatMap((tiles) => factoryPlaces(tiles).filter((group) => group.count === 2));
    expect(pairs).toHaveLength(4);
    for (const { places } of pairs) {
      const rows = places.map((place) => Math.floor(place / 2));
      expect(rows).toEqual([rows[0], rows[0]]);
    }
  });
});

describe("the floor line", () => {
  it("shows the token first", () => {
    expect(floorSlots({ tiles: ["Red"], has_first_player_token: true })).toEqual(["token", "Red", null, null, null, null, null]);
  });

  it("puts the token beside seven tiles", () => {
    const floor = { tiles: Array(7).fill("Red") as "Red"[], has_first_player_token: true };
    expect(floorSlots(floor)).toEqual(Array(7).fill("Red"));
    expect(tokenBeside(floor)).toBe(true);
    expect(tokenBeside({ tiles: ["Red"], has_first_player_token: true })).toBe(false);
  });
});

describe("previewOf", () => {
  it("fills the line, then the floor", () => {
    const state = startState();
    expect(previewOf(state, move({ Factory: 1 }, "Yellow", { PatternLine: 1 }))).toEqual({ row: 1, onLine: 2, onFloor: ["Yellow"] });
  });

  it("counts what the line already holds", () => {
    const player = emptyPlayer();
    player.pattern_lines[2] = { capacity: 3, color: "Yellow", count_filled: 2 };
    const state = startState({ players: [player, emptyPlayer()] });
    expect(previewOf(state, move({ Factory: 1 }, "Yellow", { PatternLine: 2 }))).toEqual({
      row: 2,
      onLine: 1,
      onFloor: ["Yellow", "Yellow"],
    });
  });

  it("takes the token from the centre, and stops at the last place", () => {
    const player = emptyPlayer();
    player.floor_line = { tiles: ["Red", "Red", "Red", "Red", "Red"] };
    const state = startState({ players: [player, emptyPlayer()], center: { tiles: { Blue: 4 }, has_first_player_token: true } });
    expect(previewOf(state, move("Center", "Blue", "Floor"))).toEqual({ row: null, onLine: 0, onFloor: ["token", "Blue"] });
  });
});

describe("counts", () => {
  it("finds all hundred tiles", () => {
    expect(totalTiles(startState())).toBe(100);
    expect(COLORS.map((color) => colorTotal(startState(), color))).toEqual([20, 20, 20, 20, 20]);
  });

  it("counts lines, walls and floors", () => {
    const player = emptyPlayer();
    player.pattern_lines[3] = { capacity: 4, color: "Red", count_filled: 3 };
    player.wall = player.wall.map((cells, row) => cells.map((_, column) => row === 0 && column === 2));
    player.floor_line = { tiles: ["Red", "Blue"] };
    const state = startState({ players: [player, emptyPlayer()] });
    expect(colorTotal(state, "Red")).toBe(20 + 3 + 1 + 1);
    expect(totalTiles(state)).toBe(106);
  });
});
