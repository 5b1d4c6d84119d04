import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { challengeSearch, dailyOf, dailySeed, readChallenge, resultLine } from "./challenge";
import NewGame from "./NewGame.svelte";
import { ALONE, engineOptions, FRIEND, namesFrom, parsOf, peopleOf, sharedName, strengthOf, type NewGameChoice } from "./choice";
import { choicesOf, optionsFrom } from "./options";
import { challengeLink } from "../share/share";
import { parseRoute } from "../page/router";
import { DICE_INFO } from "../../core/testing/fake-dice";
import { INFO } from "../../core/testing/fake-engine";
import { TUG_INFO } from "../../core/testing/fake-tug";
import { against, TUG_UI } from "../testing/setup";

const OWN = against(FRIEND, 0, { size: 4, open: false });

describe("the daily game", () => {
  it("has the same seed all day, everywhere", () => {
    const late = new Date("2026-11-21T23:59:59Z");
    expect(dailySeed(late)).toBe(20261121);
    expect(dailySeed(new Date("2026-11-22T00:00:01Z"))).toBe(20261122);
    expect([dailyOf(20261121, late), dailyOf(20261120, late), dailyOf(5, late)]).toEqual(["2026-11-21", null, null]);
  });
});

describe("a challenge", () => {
  it("survives the round trip through its link, in every game", () => {
    const sent = { seed: 77, choice: against("one", 1, { size: 2, open: true }) };
    expect(readChallenge(TUG_INFO, challengeSearch(sent), OWN)).toEqual(sent);
    const dice = { seed: 0, choice: against(ALONE, "second", { real_dice: true, high_only: false }) };
    expect(readChallenge(DICE_INFO, challengeSearch(dice), against(FRIEND))).toEqual(dice);
    const pile = { seed: 9, choice: against("one", "second") };
    expect(readChallenge(INFO, challengeSearch(pile), against(FRIEND))).toEqual(pile);
  });

  it("is a link that opens the form", () => {
    const link = challengeLink("tug", { seed: 77, choice: against("one", 1, { size: 2 }) });
    expect(new URL(link).hash).toBe("#/tug/play?seed=77&level=one&side=1&o.size=2");
    expect(parseRoute(new URL(link).hash)).toMatchObject({ slug: "tug", mode: "play", challenge: "seed=77&level=one&side=1&o.size=2" });
  });

  it("falls back to the form's values for invalid parameters", () => {
    expect(readChallenge(TUG_INFO, "seed=3&level=gone&side=7&o.size=9&o.open=maybe&o.odd=1", OWN)).toEqual({ seed: 3, choice: OWN });
    expect(readChallenge(TUG_INFO, "seed=3", OWN)).toEqual({ seed: 3, choice: OWN });
  });

  it.each(["seed=", "seed=-1", "seed=1.5", "seed=x", "seed=99999999999999999999", "level=one"])(
    "is invalid without a seed: %s",
    (search) => {
      expect(readChallenge(TUG_INFO, search, OWN)).toBeNull();
    },
  );
});

describe("the options of a new game", () => {
  it("can have a fixed set of values", () => {
    expect(choicesOf(TUG_INFO)).toEqual([{ key: "size", title: "Size", description: "", values: [4, 2], fallback: 4 }]);
    expect(optionsFrom(TUG_INFO, { size: 2, open: true })).toEqual({ size: 2, open: true });
    expect(optionsFrom(TUG_INFO, { size: "2", open: 1, odd: 3 })).toEqual({ size: 4, open: false });
  });
});

describe("an integer option", () => {
  const number = { type: "integer", minimum: 1, maximum: 1000, default: 100, title: "Points to end" };
  const info = {
    ...TUG_INFO,
    options: { properties: { points_to_end: number, players: { ...number, maximum: 4 } } },
  } as unknown as typeof TUG_INFO;
  const own = against("one", 0, { points_to_end: 100 });

  it("is kept within its bounds, else the default applies; the number of players is not one", () => {
    const of = (value: unknown) => optionsFrom(info, { points_to_end: value, players: 2 });
    expect([1, 1000, 0, 1001, 2.5, "50", null].map((value) => of(value)["points_to_end"])).toEqual([1, 1000, 100, 100, 100, 100, 100]);
    expect(Object.keys(of(50))).toEqual(["points_to_end"]);
    expect(parsOf(info, { pars: { "": [12] } }, { side: 0, options: { points_to_end: 50 } })).toEqual([]);
  });

  it("survives the round trip through a link", () => {
    const sent = { seed: 77, choice: against("one", 1, { points_to_end: 50 }) };
    expect(challengeSearch(sent)).toContain("o.points_to_end=50");
    expect(readChallenge(info, challengeSearch(sent), own)).toEqual(sent);
    for (const odd of ["0", "1001", "x", "", "1e2"])
      expect(readChallenge(info, `seed=3&o.points_to_end=${odd}`, own)?.choice.options).toEqual(own.options);
  });

  it("has a field in the form", async () => {
    const started: NewGameChoice[] = [];
    const sent = "seed=5&o.points_to_end=60";
    render(NewGame, {
      info,
      ui: TUG_UI,
      opponent: "one",
      challenge: sent,
      canCancel: false,
      onStart: (choice) => started.push(choice),
      onCancel: () => undefined,
    });
    const field = screen.getByTestId("option-points_to_end") as HTMLInputElement;
    expect([field.value, field.min, field.max]).toEqual(["60", "1", "1000"]);
    for (const value of ["", "0", "50"]) {
      await fireEvent.input(field, { target: { value } });
      await fireEvent.click(screen.getByTestId("start-game"));
    }
    expect(started.map(({ options }) => options["points_to_end"])).toEqual([50]);
  });
});

describe("the par of a level", () => {
  const [level] = TUG_INFO.levels;
  const of = (side: "random" | "first" | number, size: number) => parsOf(TUG_INFO, level!, { side, options: { size } });

  it("is that of the role and the board, or of both roles if the role is random", () => {
    expect([of(0, 4), of(1, 4), of(0, 2), of("random", 4)]).toEqual([[6.4], [1], [3], [6.4, 1]]);
  });

  it("is unknown when an option changes the rules", () => {
    expect(parsOf(TUG_INFO, level!, { side: 0, options: { size: 4, open: true } })).toEqual([]);
    expect(parsOf(TUG_INFO, level!, { side: 0, options: { size: 4, open: false } })).toEqual([6.4]);
  });

  it("is shared where the game has one form, and empty where none is known", () => {
    expect(parsOf(INFO, { pars: { "": [12] } }, { side: "second", options: {} })).toEqual([12]);
    expect(parsOf(INFO, { pars: {} }, { side: "first", options: {} })).toEqual([]);
  });
});

describe("the strength of a level", () => {
  const level = { strength: "Beats One.", strengths: { "4": ["Lifts 3.", "Holds to 9."], "2": ["Lifts 1."] } };
  const of = (side: "random" | number, size: number, options = {}) => strengthOf(TUG_INFO, level, { side, options: { size, ...options } });

  it("is that of the role it then plays, on the chosen board", () => {
    expect([of(0, 4), of(1, 4), of(1, 2), of("random", 4)]).toEqual(["Holds to 9.", "Lifts 3.", "Lifts 1.", "Lifts 3. Holds to 9."]);
  });

  it("is not shown where it was not measured", () => {
    expect([of(0, 2), of(0, 4, { open: true }), of(0, 6)]).toEqual(["", "", ""]);
  });

  it("is one for all forms of a game that says no more", () => {
    expect(strengthOf(TUG_INFO, { strength: "Beats One.", strengths: {} }, { side: 0, options: {} })).toBe("Beats One.");
  });
});

describe("people at one screen", () => {
  const many = { ...DICE_INFO, players: 6 };

  it("are as many as the game allows, and a link says how many", () => {
    expect(peopleOf(many)).toEqual([2, 3, 4, 5, 6]);
    const choice = { ...against(FRIEND), people: 4 };
    expect(engineOptions(many, choice)).toMatchObject({ players: 4 });
    expect(engineOptions(many, { ...choice, people: 7 })).toMatchObject({ players: 2 });
    expect(engineOptions(many, { ...choice, opponent: "one" })).toMatchObject({ players: 2 });
    expect(engineOptions(many, { ...choice, opponent: ALONE })).toMatchObject({ players: 1 });
    expect(readChallenge(many, challengeSearch({ seed: 3, choice }), against(ALONE))?.choice.people).toBe(4);
  });

  it("give their names in the form", async () => {
    const started: NewGameChoice[] = [];
    const onStart = (choice: NewGameChoice): void => void started.push(choice);
    const props = { info: many, ui: TUG_UI, opponent: FRIEND, challenge: "seed=5&level=@friend&people=3", canCancel: false };
    render(NewGame, { ...props, onStart, onCancel: () => undefined });
    await fireEvent.input(screen.getByTestId("name-2"), { target: { value: "Cleo" } });
    await fireEvent.click(screen.getByTestId("start-game"));
    expect(started[0]).toMatchObject({ opponent: FRIEND, people: 3, names: ["", "", "Cleo"] });
  });

  it("have names of their own, as long as people's are", () => {
    const choice = { ...against(FRIEND), people: 3 };
    const long = "Wolfeschlegelsteinhausenbergerdorff";
    expect(namesFrom([` ${long} `, "x".repeat(60)], 2)).toEqual([long, "x".repeat(40)]);
    expect(sharedName(many, { ...choice, names: ["Ann", "Bo", "Cleo"] })).toBeNull();
    expect(sharedName(many, { ...choice, names: ["Ann", "", " ann"] })).toBe("ann");
    expect(sharedName(many, { ...choice, names: ["Player 2"] })).toBe("Player 2");
    expect(sharedName(many, { ...choice, people: 2, names: ["Ann", "Bo", "Ann"] })).toBeNull();
    expect(sharedName(many, { ...choice, opponent: "one", names: ["Ann", "Ann"] })).toBeNull();
  });

  it("cannot start with one name for two; a sentence says so", async () => {
    const props = { info: many, ui: TUG_UI, opponent: FRIEND, challenge: "seed=5&level=@friend&people=2", canCancel: false };
    render(NewGame, { ...props, onStart: () => undefined, onCancel: () => undefined });
    for (const player of [0, 1]) await fireEvent.input(screen.getByTestId(`name-${player}`), { target: { value: "Ann" } });
    expect(screen.getByTestId("same-name").textContent).toBe("Two people cannot both be called Ann.");
    expect(screen.getByTestId("start-game").matches(":disabled")).toBe(true);
    await fireEvent.input(screen.getByTestId("name-1"), { target: { value: "Bo" } });
    expect(screen.getByTestId("same-name").textContent).toBe("");
    expect(screen.getByTestId("start-game").matches(":disabled")).toBe(false);
  });
});

describe("the result line", () => {
  const parts = { game: "Tug", seed: 7, daily: null, options: [], role: null, opponent: "alone", score: "12 points", par: null };

  it("contains everything that is known", () => {
    expect(resultLine(parts)).toBe("Tug, seed 7, alone: 12 points");
    expect(resultLine({ ...parts, daily: "2026-11-21", options: ["2 moves"], role: "Raise", opponent: "against One", par: "14" })).toBe(
      "Tug, daily 2026-11-21, 2 moves, Raise against One: 12 points (par 14)",
    );
  });
});
