import { describe, expect, it } from "vitest";
import { lineEnd } from "./line-end";
import { chaosState } from "../testing";

describe("the end of a line", () => {
  it("does not show the token that is drawn next", () => {
    const drawn = chaosState({
      last_events: [
        { type: "pass", player_id: 0 },
        { type: "draw", player_id: 1, token: "R" },
      ],
    });
    const { state, notes } = lineEnd(drawn, []);
    expect(state.token).toBeNull();
    expect(state.bag?.R).toBe(5);
    expect(state.last_events).toEqual([{ type: "pass", player_id: 0 }]);
    expect(notes).toEqual(["The next token is drawn at random."]);
  });

  it("shows a token that was known before, and hides the one after it", () => {
    const { state } = lineEnd(chaosState({ next_token_known: true, next_token: "G" }), []);
    expect([state.token, state.next_token, state.bag?.G]).toEqual(["R", null, 5]);
  });

  it("is the score of a full board", () => {
    const over = chaosState({ game_over: true, last_events: [{ type: "game_over", returns: [48, -48], score: 48 }] });
    expect(lineEnd(over, []).notes).toEqual(["The board is full: Order scores 48 points."]);
  });
});
