import { expect, it } from "vitest";
import { does, nameOf } from "./players";

it("a player without a name has a number", () => {
  expect([nameOf(["Ann"], 0), nameOf(["Ann"], 1)]).toEqual(["Ann", "Player 2"]);
});

it("verbs agree with the player", () => {
  const names = ["You", "Ann"];
  const said = ["take", "pass"].flatMap((verb) => [0, 1].map((player) => does(names, player, verb)));
  expect(said).toEqual(["You take", "Ann takes", "You pass", "Ann passes"]);
});
