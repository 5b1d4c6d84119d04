import { describe, expect, it } from "vitest";
import { stateAt } from "../testing";
import type { BoardCard } from "../types";
import { cardsAt, cardsBeside, titleOf } from "./names";

describe("cards", () => {
  it("go by title, by number where nobody named them, and never by the back", () => {
    const state = stateAt(1);
    expect(["1_168", "9_9", "-1_2", null].map((blueprint) => titleOf(state, blueprint))).toEqual([
      "•Darth Vader",
      "card 9_9",
      "a face-down card",
      "an unknown card",
    ]);
  });

  it("are where what they are attached to is; tops of piles are not in play", () => {
    const state = stateAt(1);
    const card = (card_id: string, zone: string, attached_to: string | null): BoardCard => ({
      card_id,
      blueprint_id: "1_168",
      zone,
      owner: "seat",
      location: null,
      attached_to,
    });
    state.board.cards.push(
      card("20", "ATTACHED", "21"),
      card("21", "ATTACHED", "11"),
      card("22", "TOP_OF_USED_PILE", null),
      card("23", "SIDE_OF_TABLE", null),
    );
    // A ring of attachments is nobody's place, and no end of work.
    state.board.cards.push(card("30", "ATTACHED", "31"), card("31", "ATTACHED", "30"));
    expect(cardsAt(state, state.board.locations[0]!, "seat").map(({ card_id }) => card_id)).toEqual(["11", "20", "21"]);
    expect(cardsBeside(state, "seat").map(({ card_id }) => card_id)).toEqual(["23", "30", "31"]);
  });
});
