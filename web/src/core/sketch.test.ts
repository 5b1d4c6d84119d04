import { describe, expect, it } from "vitest";
import { GAMES } from "../games/registry";
import { readSketch, SKETCH_HEIGHT, SKETCH_WIDTH } from "./sketch";

describe("a picture of a board", () => {
  const pictures = GAMES.flatMap(({ name, picture }) => (picture === null ? [] : [[name, picture] as const]));

  it("exists for all five games that the site began with", () => expect(pictures.length).toBeGreaterThanOrEqual(5));

  it.each(pictures)("of %s lies within its frame, and can be kept with a game", (_, picture) => {
    expect(readSketch(JSON.parse(JSON.stringify(picture)))).toEqual(picture);
    for (const [, x, y, width, height] of picture) {
      expect([x + width <= SKETCH_WIDTH, y + height <= SKETCH_HEIGHT, x >= 0, y >= 0]).toEqual([true, true, true, true]);
    }
    expect(JSON.stringify(picture).length).toBeLessThan(6000);
  });

  it.each([
    ["no list", "x"],
    ["an unknown paint", [["url(x)", 0, 0, 1, 1, "r"]]],
    ["a long text", [["ink", 0, 0, 1, 1, "=<script>"]]],
    ["another form", [["ink", 0, 0, 1, 1, "path"]]],
    ["a size below nothing", [["ink", 0, 0, -1, 1, "r"]]],
    ["no number", [["ink", 0, 0, null, 1, "r"]]],
    ["far too many shapes", Array.from({ length: 400 }, () => ["ink", 0, 0, 1, 1, "r"])],
  ])("from a file is refused with %s", (_, value) => {
    expect(readSketch(value)).toBeNull();
  });
});
