import { describe, expect, it } from "vitest";
import { emptyPlayer, move, startState } from "../testing";
import type { AzulEvent } from "../types";
import {
  actionShort,
  actionText,
  choiceLabel,
  chosenText,
  eventsText,
  eventText,
  floorLabel,
  lineLabel,
  pileLabel,
  resultText,
  wallLabel,
} from "./phrases";

describe("actionText and actionShort", () => {
  it("give the number of tiles", () => {
    expect(actionText(move({ Factory: 1 }, "Yellow", { PatternLine: 3 }), startState())).toBe("3 Yellow from factory 2 to line 4");
    const state = startState({ center: { tiles: { White: 2 } } });
    expect(actionText(move("Center", "White", "Floor"), state)).toBe("2 White from the centre to the floor line");
  });

  it("leave out the number when the tiles are gone", () => {
    expect(actionText(move("Center", "White", { PatternLine: 0 }), startState())).toBe("White from the centre to line 1");
  });

  it("have a short form", () => {
    expect(actionShort(move({ Factory: 1 }, "Blue", { PatternLine: 3 }))).toBe("F2 Blue→4");
    expect(actionShort(move("Center", "Red", "Floor"))).toBe("C Red→floor");
  });
});

describe("events", () => {
  const draft: AzulEvent = {
    type: "draft",
    player_id: 0,
    source: "Center",
    color: "Blue",
    count: 4,
    destination: { PatternLine: 1 },
    placed: 2,
    to_floor: 1,
    to_lid: 1,
    took_token: true,
  };

  it("say what was taken and what fell", () => {
    expect(eventText(draft)).toBe(
      "Player 1 takes 4 Blue from the centre with the first-player token to line 2, 1 tile to the floor line and 1 tile to the lid.",
    );
    expect(
      eventText({ ...draft, source: { Factory: 2 }, destination: "Floor", placed: 0, to_floor: 4, to_lid: 0, took_token: false }),
    ).toBe("Player 1 takes 4 Blue from factory 3 to the floor line.");
  });

  it("describe the end of a round and of the game in order", () => {
    const events: AzulEvent[] = [
      { type: "tile", player_id: 1, row: 2, column: 3, color: "Yellow", points: 5, horizontal: 2, vertical: 3 },
      { type: "penalty", player_id: 0, points: -4, tiles: 2, token: true },
      { type: "bonus", player_id: 1, kind: "color", index: 2, points: 10 },
      { type: "bonus", player_id: 1, kind: "row", index: 0, points: 2 },
      { type: "refill", round_number: 2, tiles: 20, lid_returned: true },
      { type: "game_over", returns: [-22, 22], winner: 1, shared: false },
    ];
    const players = [30, 52].map((score) => ({ ...emptyPlayer(), score }));
    expect(eventsText(startState({ last_events: events, players }))).toEqual([
      "Player 2 moves Yellow to the wall in row 3: +5.",
      "Player 1 loses 4 points for the floor line.",
      "Player 2 gets +10 for all five Red.",
      "Player 2 gets +2 for row 1.",
      "Round 2 begins: 20 tiles on the factories. The lid went back into the bag.",
      "Player 2 wins, 52 to 30.",
    ]);
  });

  it("call a tied game shared", () => {
    expect(eventText({ type: "game_over", returns: [0, 0], winner: null, shared: true }, [], [40, 40])).toBe(
      "The game is a draw, 40 to 40.",
    );
  });

  it("use the players' names, and You for the user", () => {
    const names = ["You", "Greedy"];
    expect(eventText({ ...draft, to_floor: 0, to_lid: 0, took_token: false }, names)).toBe("You take 4 Blue from the centre to line 2.");
    expect(eventText({ type: "penalty", player_id: 0, points: -1, tiles: 1, token: false }, names)).toBe(
      "You lose 1 point for the floor line.",
    );
    expect(eventText({ type: "penalty", player_id: 1, points: -1, tiles: 1, token: false }, names)).toBe(
      "Greedy loses 1 point for the floor line.",
    );
    const end: AzulEvent = { type: "game_over", returns: [22, -22], winner: 0, shared: false };
    expect(eventText(end, names, [52, 30])).toBe("You win, 52 to 30.");
    expect(eventText({ ...end, winner: 1 }, names, [30, 52])).toBe("Greedy wins, 52 to 30.");
  });

  it.each([
    [0, ["You", "Greedy"], "You won."],
    [1, ["You", "Greedy"], "You lost."],
    [1, ["Random", "Greedy"], "Greedy won."],
    [null, ["You", "Greedy"], "The game is a draw."],
  ])("with winner %s of %s read: %s", (winner, names, sentence) => {
    const event: AzulEvent = { type: "game_over", returns: [0, 0], winner, shared: winner === null };
    expect(resultText(startState({ last_events: [event] }), names)).toBe(sentence);
  });

  it("fall back on the returns where the game-over event is missing", () => {
    expect(resultText(startState({ returns: [-3, 3] } as never), ["You", "Greedy"])).toBe("You lost.");
    expect(resultText(startState({ returns: [0, 0] } as never))).toBe("The game is a draw.");
  });

  it("are empty at the start", () => expect(eventsText(startState())).toEqual([]));
});

describe("labels", () => {
  it("name tiles and places", () => {
    expect(choiceLabel({ source: "F1", color: "Blue" }, 3)).toBe("Factory 2: 3 Blue");
    expect(choiceLabel({ source: "C", color: "Red" }, 1, true)).toBe("Centre: 1 Red, with the first-player token");
    expect(lineLabel({ capacity: 4, color: "Blue", count_filled: 2 }, 3)).toBe("Line 4, holds 2 Blue of 4");
    expect(lineLabel({ capacity: 2, color: null, count_filled: 0 }, 1)).toBe("Line 2, empty, room for 2");
    expect(floorLabel({ tiles: ["Red", "Red"], has_first_player_token: true })).toBe("Floor line, 2 tiles and the first-player token");
    expect(floorLabel(undefined)).toBe("Floor line, empty");
    expect(pileLabel("Lid", {})).toBe("Lid: empty");
    expect(pileLabel("Bag", { Blue: 2, Red: 1 })).toBe("Bag: 3 tiles (2 Blue, 1 Red)");
  });

  it("describe the wall row by row", () => {
    const player = startState().players[0];
    if (player === undefined) throw new Error("no player");
    const wall = player.wall.map((cells, row) => cells.map((_, column) => row === 1 && column < 2));
    expect(wallLabel({ ...player, wall })).toBe("Wall: row 1 empty; row 2 White, Blue; row 3 empty; row 4 empty; row 5 empty");
  });

  it("list where chosen tiles can go", () => {
    const choice = { source: "F1", color: "Blue" } as const;
    expect(chosenText(choice, 3, new Set(["0", "3", "floor"]))).toBe(
      "Factory 2: 3 Blue chosen. They can go to line 1, line 4 or the floor line.",
    );
    expect(chosenText(choice, 3, new Set(["floor"]))).toBe("Factory 2: 3 Blue chosen. They can go to the floor line.");
  });
});
