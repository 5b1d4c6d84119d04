import { describe, expect, it } from "vitest";
import { FLY_MS, keyframes, planAnimation } from "./animation";
import type { Plan } from "./animation";
import { after, emptyPlayer, startState } from "../testing";
import type { AzulEvent, AzulState, DraftEvent } from "../types";

const draft = (patch: Partial<DraftEvent> = {}): DraftEvent => ({
  type: "draft",
  player_id: 0,
  source: { Factory: 1 },
  color: "Yellow",
  count: 3,
  destination: { PatternLine: 1 },
  placed: 2,
  to_floor: 1,
  to_lid: 0,
  took_token: false,
  ...patch,
});

function drafted(): AzulState {
  const state = startState();
  const factories = state.factories.map((tiles, index) => (index === 1 ? {} : tiles));
  return after(state, [draft()], { factories, center: { tiles: { Black: 1 }, has_first_player_token: true }, active_player_id: 1 });
}

const routes = (plan: Plan | null) => plan?.flights.map(({ from, to }) => `${from} > ${to}`);

describe("the animation of a move", () => {
  it("flies tiles to the line and the floor, and the rest to the centre", () => {
    const plan = planAnimation(startState(), drafted());
    expect(routes(plan)).toEqual([
      "F1:Yellow:0 > line:0:1:0",
      "F1:Yellow:1 > line:0:1:1",
      "F1:Yellow:2 > floor:0:0",
      "F1:Black:0 > C:Black:0",
    ]);
    expect(plan?.holds.map((hold) => hold.anchor)).toEqual(["line:0:1:0", "line:0:1:1", "floor:0:0", "C:Black:0"]);
    expect(plan?.total).toBeLessThanOrEqual(FLY_MS + 150);
  });

  it("moves the token along, before the tiles on the floor", () => {
    const before = startState({ center: { tiles: { Blue: 2 }, has_first_player_token: true } });
    const event = draft({ source: "Center", color: "Blue", count: 2, destination: "Floor", placed: 0, to_floor: 2, took_token: true });
    const plan = planAnimation(before, after(before, [event], { center: { tiles: {}, has_first_player_token: false } }));
    expect(routes(plan)).toEqual(["C:Blue:0 > floor:0:1", "C:Blue:1 > floor:0:2", "C:token > floor:0:0"]);
  });

  it("does not fly tiles that were dropped by hand", () => {
    const plan = planAnimation(startState(), drafted(), true);
    expect(plan?.flights.filter((flight) => flight.from.startsWith("F1:Yellow"))).toEqual([]);
    expect(routes(plan)).toContain("F1:Black:0 > C:Black:0");
  });
});

describe("planAnimation", () => {
  it("returns null for positions that do not follow by one move", () => {
    expect(planAnimation(startState(), startState())).toBeNull();
    expect(planAnimation(drafted(), startState())).toBeNull();
    expect(planAnimation(drafted(), drafted())).toBeNull();
    expect(planAnimation(startState({ active_player_id: 1 }), drafted())).toBeNull();
  });
});

describe("the animation of the end of a round", () => {
  function roundEnd(): [AzulState, AzulState] {
    const mine = emptyPlayer();
    mine.pattern_lines = mine.pattern_lines.map((line) => ({ ...line, color: "Red", count_filled: line.capacity }));
    mine.pattern_lines[1] = { capacity: 2, color: "Yellow", count_filled: 1 };
    mine.floor_line = { tiles: ["Blue"], has_first_player_token: true };
    const theirs = emptyPlayer();
    theirs.pattern_lines = theirs.pattern_lines.map((line) => ({ ...line, color: "Blue", count_filled: line.capacity }));
    const empty = [{}, {}, {}, {}, {}];
    const before = startState({
      players: [mine, theirs],
      factories: empty,
      center: { tiles: { Yellow: 1 }, has_first_player_token: false },
    });
    const tile = (player_id: number, row: number): AzulEvent => ({
      type: "tile",
      player_id,
      row,
      column: (row + 2) % 5,
      color: row === 1 ? "Yellow" : "Red",
      points: row + 1,
      horizontal: 1,
      vertical: row + 1,
    });
    const events: AzulEvent[] = [
      draft({ source: "Center", count: 1, placed: 1, to_floor: 0 }),
      ...[0, 1, 2, 3, 4].map((row) => tile(0, row)),
      { type: "penalty", player_id: 0, points: -2, tiles: 1, token: true },
      ...[0, 1, 2, 3, 4].map((row) => tile(1, row)),
      { type: "penalty", player_id: 1, points: 0, tiles: 0, token: false },
      { type: "bonus", player_id: 1, kind: "row", index: 0, points: 2 },
      { type: "bonus", player_id: 1, kind: "column", index: 0, points: 7 },
      { type: "refill", round_number: 2, tiles: 20, lid_returned: false },
    ];
    const next = after(before, events, {
      players: [emptyPlayer(), emptyPlayer()],
      factories: startState().factories,
      center: { tiles: {}, has_first_player_token: true },
      round_number: 2,
    });
    return [before, next];
  }

  const plan = () => planAnimation(...roundEnd());

  it("is over within 1.2 seconds", () => {
    expect(plan()?.total).toBeGreaterThan(600);
    expect(plan()?.total).toBeLessThanOrEqual(1200);
  });

  it("pops up the points of each tile, each penalty, and the sum of the bonuses", () => {
    const texts = plan()?.pops.map((pop) => pop.text);
    expect(texts?.filter((text) => text === "+3")).toHaveLength(2);
    expect(texts).toContain("-2");
    expect(texts).toContain("+9");
    expect(texts).not.toContain("0");
    expect(plan()?.pops).toHaveLength(12);
  });

  it("sends one tile of each line to the wall, both players at once", () => {
    const walls = plan()?.flights.filter((flight) => flight.to.startsWith("wall")) ?? [];
    expect(walls).toHaveLength(10);
    const starts = (player: number) => walls.filter((flight) => flight.to.startsWith(`wall:${player}`)).map((flight) => flight.at);
    expect(starts(0)).toEqual(starts(1));
    expect([...starts(0)].sort((a, b) => a - b)).toEqual(starts(0));
  });

  it("keeps freshly drafted tiles on their line until its turn", () => {
    const flight = plan()?.flights.find((each) => each.from === "C:Yellow:0");
    const toWall = plan()?.flights.find((each) => each.from === "line:0:1:0" && each.to.startsWith("wall"));
    expect(flight?.to).toBe("line:0:1:1");
    expect(flight?.until).toBe(toWall?.at);
    expect(flight?.fades).toBe(true);
  });

  it("returns the token and deals the factories after the penalties", () => {
    const all = plan();
    const penalty = all?.pops.find((pop) => pop.tone === "loss")?.at ?? Infinity;
    const dealt = all?.flights.filter((flight) => flight.from === "bag") ?? [];
    expect(dealt).toHaveLength(20);
    expect(Math.min(...dealt.map((flight) => flight.at))).toBeGreaterThan(penalty);
    expect(routes(all)).toContain("floor:0:0 > C:token");
  });

  it("releases every hidden place by the end", () => {
    const { holds, total } = plan()!;
    expect(holds.length).toBeGreaterThan(0);
    for (const hold of holds) expect(hold.until).toBeLessThanOrEqual(total);
  });
});

describe("keyframes", () => {
  it("are in order and end invisible, so that no ghost stays", () => {
    const all = planAnimation(startState(), drafted());
    for (const flight of all?.flights ?? []) {
      const { frames, duration } = keyframes(flight, 10, 20, 0.5);
      const offsets = frames.map((frame) => frame.offset ?? 0);
      expect([...offsets].sort((a, b) => a - b)).toEqual(offsets);
      expect(frames.at(-1)?.opacity).toBe(0);
      expect(duration).toBeGreaterThan(0);
    }
  });

  it("hide a piece until its time to show", () => {
    const { frames } = keyframes(
      { piece: "Red", from: "bag", to: "F0:Red:0", show: 300, at: 300, arrive: 500, until: 500, fades: false },
      0,
      0,
      1,
    );
    expect(frames[0]?.opacity).toBe(0);
    expect(frames[1]?.opacity).toBe(0);
    expect(frames[2]?.opacity).toBe(1);
  });
});
