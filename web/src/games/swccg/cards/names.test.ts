import { describe, expect, it } from "vitest";
import { stateAt } from "../testing/short-game";
import type { BoardCard } from "../types";
import { cardsAt, cardsBeside, titleOf } from "./names";

describe("card names", () => {
  it("uses the title, else the blueprint number, and never reveals a face-down card", () => {
    const state = stateAt(1);
    expect(["1_168", "9_9", "-1_2", null].map((blueprint) => titleOf(state, blueprint))).toEqual([
      "•Darth Vader",
      "card 9_9",
      "a face-down card",
      "an unknown card",
    ]);
  });

  it("places attached cards where their holder is, and leaves out the tops of piles", () => {
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
    // Cards attached to each other are at no location, and the search for one ends.
    state.board.cards.push(card("30", "ATTACHED", "31"), card("31", "ATTACHED", "30"));
    expect(cardsAt(state, state.board.locations[0]!, "seat").map(({ card_id }) => card_id)).toEqual(["11", "20", "21"]);
    expect(cardsBeside(state, "seat").map(({ card_id }) => card_id)).toEqual(["23", "30", "31"]);
  });
});
