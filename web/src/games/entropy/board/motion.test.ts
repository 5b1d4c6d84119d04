import { describe, expect, it } from "vitest";
import { after, chaosState, orderState } from "../testing";
import { lastChange, lastTouched, movedBetween } from "./motion";

describe("token motion", () => {
  const before = orderState();
  it("is shown for the move that led from one position to the next", () => {
    const slid = after(before, { type: "slide", player_id: 0, from: "c3", to: "c1", token: "B" });
    expect(movedBetween(before, slid)).toEqual({ from: "c3", to: "c1" });
    const placed = after(slid, { type: "place", player_id: 1, cell: "d4", token: "W" });
    expect(movedBetween(slid, placed)).toEqual({ from: null, to: "d4" });
    expect([lastTouched(before), lastTouched(slid), lastTouched(placed)]).toEqual([
      { from: null, to: null },
      { from: "c3", to: "c1" },
      { from: null, to: "d4" },
    ]);
  });

  it("is not shown after an undo, a jump or a pass", () => {
    const slid = after(before, { type: "slide", player_id: 0, from: "c3", to: "c1", token: "B" });
    const placed = after(slid, { type: "place", player_id: 1, cell: "d4", token: "W" });
    expect([movedBetween(slid, before), movedBetween(before, placed), movedBetween(placed, slid), movedBetween(slid, slid)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(movedBetween(before, after(before, { type: "pass", player_id: 0 }))).toBeNull();
    expect(movedBetween(chaosState(), after(before, { type: "place", player_id: 1, cell: "d4", token: "W" }))).toBeNull();
  });

  it("gives the change of score of the last move", () => {
    expect(lastChange(before)).toBe(0);
    expect(
      lastChange(
        orderState({
          last_events: [
            { type: "pass", player_id: 0 },
            { type: "score", change: -4, score: 2 },
          ],
        }),
      ),
    ).toBe(-4);
  });
});
