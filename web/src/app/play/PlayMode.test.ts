import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ALONE, FRIEND } from "../new-game/choice";
import PlayMode from "./PlayMode.svelte";
import PractiseMode from "../practise/PractiseMode.svelte";
import ReviewMode from "../review/ReviewMode.svelte";
import { against, context, DICE_UI, diceContext, rest, tugContext } from "../testing/setup";
import { probedDesk } from "../testing/games";
import { evaluation, INFO } from "../../core/testing/fake-engine";
import { briefly } from "../words/play";
import { createPreferences } from "../settings/preferences.svelte";

async function playing(opponent: string, { settings = {}, options = {}, ui = {} } = {}) {
  const set = probedDesk(diceContext(settings), ui);
  await set.desk.play.restore();
  await set.desk.play.start(against(opponent, "first", options), 5);
  render(PlayMode, { desk: set.desk, slug: "dice", box: set.box });
  await rest();
  return set;
}

const probe = (): DOMStringMap => screen.getByTestId("probe").dataset;

const turn = (): string => screen.getByTestId("turn").textContent ?? "";

describe("a saved game that is being opened", () => {
  it("is announced on the board and by the coach, which asks for no new game", async () => {
    const { desk, box } = probedDesk(diceContext());
    desk.play.saved.restoring = true;
    render(PlayMode, { desk, slug: "dice", box });
    await rest();
    expect(screen.getAllByText("Opening your game …").length).toBeGreaterThan(1);
    expect(screen.queryByText(/Start a game/)).toBeNull();
  });
});

describe("the board in play", () => {
  it("gets no evaluation before the move, and the full one when looking back", async () => {
    const { desk } = await playing(ALONE);
    expect(probe()["evaluation"]).toBe("none");
    await desk.play.move({ take: true });
    await rest();
    expect(probe()["evaluation"]).toBe("none");
    desk.play.table.show(0);
    await rest();
    expect(probe()["evaluation"]).toBe('{"again":true}');
    // An undone move is still to be made.
    desk.play.takeBackTo(0);
    await rest();
    expect(probe()["evaluation"]).toBe("none");
  });

  it("gets the evaluation at once with hints on", async () => {
    const { desk } = await playing(ALONE, { settings: { hints: true } });
    expect(probe()["evaluation"]).toBe('{"again":true}');
    await desk.play.move({ again: true });
    await rest();
    expect(probe()["evaluation"]).toBe('{"take":true}');
  });

  it("turns to the person to move, unless one view serves all", async () => {
    const { desk } = await playing(FRIEND);
    expect([probe()["perspective"], probe()["names"], turn()]).toEqual(["0", "Player 1 Player 2", "Player 1's move"]);
    await desk.play.move({ take: true });
    await rest();
    expect([probe()["perspective"], turn()]).toEqual(["1", "Player 2's move"]);
    expect(screen.getByTestId("last-move").textContent).toMatch(/^Player 1: /);
  });

  it("offers the review above it when the game is over, in place of a hint", async () => {
    const { desk } = await playing(ALONE);
    expect(screen.queryByTestId("review-over")).toBeNull();
    for (let turns = 0; turns < 50 && desk.play.phase !== "over"; turns++) await desk.play.move({ take: true });
    await rest();
    expect(screen.queryByTestId("hint-button")).toBeNull();
    await fireEvent.click(screen.getByTestId("review-over"));
    expect(location.hash).toBe("#/dice/review");
    location.hash = "";
  });

  it("is left for the summary as the game ends, not as a finished game is opened", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    const { desk, box } = await playing(ALONE);
    while (desk.play.phase !== "over") await desk.play.move({ take: true });
    await rest();
    expect(scrolled.mock.contexts).toEqual([screen.getByTestId("game-summary")]);
    document.body.innerHTML = "";
    render(PlayMode, { desk, slug: "dice", box });
    await rest();
    expect(screen.getByTestId("game-summary")).toBeTruthy();
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  it("waits with the summary until the sheet over it is closed", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockClear();
    const { desk } = await playing(ALONE);
    await fireEvent.click(screen.getByTestId("sheet-handle"));
    while (desk.play.phase !== "over") await desk.play.move({ take: true });
    await rest();
    expect(scrolled).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByTestId("sheet-handle"));
    expect(scrolled.mock.contexts).toEqual([screen.getByTestId("game-summary")]);
  });

  it("has whose turn it is on one line, and the last move in short where words are too long", async () => {
    const words = { ...DICE_UI.words, actionText: () => "takes all that lies on the table", actionShort: () => "takes" };
    const { desk } = await playing(FRIEND, { ui: { words } });
    await desk.play.move({ take: true });
    await rest();
    const { title, className } = screen.getByTestId("turn");
    expect([title, className]).toEqual(["Player 2's move", expect.stringContaining("named")]);
    expect(screen.getByTestId("last-move").textContent).toBe("Player 1: takes");
  });

  it("does not turn where one view serves all", async () => {
    const { desk } = await playing(FRIEND, { ui: { board: { ...DICE_UI.board, oneView: true } } });
    await desk.play.move({ take: true });
    await rest();
    expect([probe()["perspective"], turn()]).toEqual(["0", "Player 2's move"]);
  });

  it("takes the throws of a level from the person", async () => {
    const { desk } = await playing("one", { options: { real_dice: true } });
    expect(turn()).toBe("Enter your throw");
    await desk.play.move({ enter: 4 });
    await desk.play.move({ take: true });
    await rest();
    expect([turn(), probe()["interactive"]]).toEqual(["Enter One's throw", "true"]);
    expect(screen.getByTestId<HTMLButtonElement>("hint-button").disabled).toBe(true);
    desk.play.table.show(0);
    await rest();
    expect(screen.getByTestId("coach-quiet").textContent).toBe("A throw is entered here: there is nothing to decide.");
  });

  it("has losses by kind and the chart beside it only where the game offers them", async () => {
    await playing(ALONE);
    expect(screen.queryByTestId("kinds")).not.toBeNull();
    expect(screen.queryByTestId("forecast")).not.toBeNull();
    document.body.innerHTML = "";
    const pile = probedDesk(context());
    await pile.desk.play.restore();
    await pile.desk.play.start(against("one"), 5);
    render(PlayMode, { desk: pile.desk, slug: "pile", box: pile.box });
    await rest();
    expect(screen.queryByTestId("kinds")).toBeNull();
    expect(screen.queryByTestId("forecast")).toBeNull();
  });
});

/** The texts of the headline, the summary and the account after a finished game of the pile, with or without chance. */
async function texts(chance: boolean): Promise<string[]> {
  const pile = context();
  const { queries } = pile.context.info;
  const info = { ...pile.context.info, queries: chance ? queries : [] };
  const { desk, box } = probedDesk({ ...pile, context: { ...pile.context, info } });
  await desk.play.restore();
  await desk.play.start(against(FRIEND), 5);
  render(PlayMode, { desk, slug: "pile", box });
  for (const add of [3, 3, 3, 3]) await desk.play.move({ add });
  await rest();
  const found = [screen.getByTestId("balance"), screen.getByTestId("game-summary"), screen.getAllByTestId("skill")[0]?.closest("section")];
  document.body.innerHTML = "";
  return found.map((element) => element?.textContent ?? "");
}

describe("luck", () => {
  it("is shown only in a game with chance", async () => {
    expect((await texts(true)).map((text) => /luck/i.test(text))).toEqual([true, true, true]);
    expect((await texts(false)).map((text) => /luck/i.test(text))).toEqual([false, false, false]);
  });
});

it("calls a result by its first part above the board", () => {
  expect(briefly("You won with 1 point; Right had 27 and Left had 42.")).toBe("You won with 1 point.");
  expect(briefly("You won 54 to 40.")).toBe("You won 54 to 40.");
});

describe("the sums at the end of a game", () => {
  it("are apart for decisions that are judged in another unit, and say what that is", async () => {
    const { desk, box } = probedDesk(context());
    await desk.play.restore();
    await desk.play.start(against(FRIEND), 5);
    render(PlayMode, { desk, slug: "pile", box });
    for (const add of [3, 3, 3, 3]) await desk.play.move({ add });
    await rest();
    const note = (): string | null => screen.queryByTestId("sums-note")?.textContent ?? null;
    expect(note()).toBeNull();
    const { state, action, evaluation } = desk.play.table.session!.decisions[0]!;
    const byChance = { ...evaluation!, metadata: { ...evaluation!.metadata, objective: "win" } };
    desk.play.table.annotate(0, state, action, { evaluation: byChance });
    await rest();
    expect(note()).toBe("100% of the chance to win, lost or gained over many moves, counts as one win.");
    expect(screen.getByTestId("game-summary").textContent).toMatch(/cost \d\.\d points and 0\.\d\d wins/);
    expect(screen.getAllByTestId("skill-apart")[0]?.textContent).toMatch(/^and (\u2212|)0\.\d\d wins$/);
    expect(screen.getAllByText(/^\d of \d$/)[0]?.textContent).toBe("2 of 2");
  });
});

describe("a game that is played to win or for points", () => {
  async function twoUnits() {
    const pile = context();
    const presets = (["win", "points"] as const).map((scale) => ({ id: scale, name: scale, params: { evaluator: scale }, scale }));
    const settings = Object.assign(createPreferences(), { think: "win" });
    const { desk, box, fake } = probedDesk({
      ...pile,
      context: { ...pile.context, settings, info: { ...INFO, presets, winGrades: INFO.grades } },
    });
    vi.spyOn(fake, "evaluateBestMove").mockImplementation((_state, _player, { evaluator = "" }) => {
      fake.asked.push(evaluator);
      const found = evaluation(null);
      const feedback = [{ category: "overall", text: "It adds most.", delta: 0 }];
      return Promise.resolve({ ...found, feedback, metadata: { ...found.metadata, objective: evaluator } }) as never;
    });
    await desk.play.start(against(FRIEND), 5);
    return { desk, fake, settings, screen: render(PlayMode, { desk, slug: "pile", box }), box };
  }

  it("has a hint that follows the choice between the two", async () => {
    const { desk, fake, settings } = await twoUnits();
    desk.play.hint();
    await rest();
    desk.play.hint();
    for (const chosen of ["points", "win"]) {
      settings.think = chosen;
      await rest();
    }
    expect(fake.asked.filter((asked) => ["win", "points"].includes(asked))).toEqual(["win", "points", "win"]);
  });

  it("has a grade that follows the choice while it is on screen, and stays as it is otherwise", async () => {
    const { desk, fake, settings, screen, box } = await twoUnits();
    // The engine of this test grades in points, whatever it is asked for.
    settings.think = "points";
    await desk.play.move({ add: 2 });
    await rest();
    const grades = (): number => fake.asked.filter((asked) => asked === "grade 2").length;
    expect(grades()).toBe(1);
    settings.think = "win";
    await rest();
    expect(grades()).toBe(2);
    screen.unmount();
    settings.think = "points";
    settings.think = "win";
    render(PlayMode, { desk, slug: "pile", box });
    await rest();
    expect(grades()).toBe(2);
  });
});

async function tugging(opponent: string, side: number, options = {}) {
  const set = probedDesk(tugContext());
  await set.desk.play.restore();
  await set.desk.play.start(against(opponent, side, options), 5);
  const shown = render(PlayMode, { desk: set.desk, slug: "tug", box: set.box });
  await rest();
  return { ...set, ...shown };
}

describe("a position", () => {
  it("is the same object to the board while only findings about it change", async () => {
    const { desk } = await playing(ALONE);
    await desk.play.move({ take: true });
    await rest();
    const runs = probe()["runs"];
    await desk.play.table.coaching.longer(0);
    desk.play.hint();
    await rest();
    expect(probe()["runs"]).toBe(runs);
    await desk.play.move({ again: true });
    await rest();
    expect(Number(probe()["runs"])).toBeGreaterThan(Number(runs));
  });

  it("is the same object in the review, too", async () => {
    const { desk } = await tugging("one", 1);
    await desk.play.move({ put: true });
    await rest();
    desk.review.take(desk.play.table.session!, desk.play.seats, 0, true);
    document.body.innerHTML = "";
    render(ReviewMode, { desk, slug: "tug", packed: null });
    await rest();
    const runs = probe()["runs"];
    await desk.review.grading.run();
    await rest();
    expect(probe()["runs"]).toBe(runs);
  });
});

describe("a game of two roles", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
    location.hash = "";
  });

  it("names the roles in tables, but not in sentences", async () => {
    const { container } = await tugging("one", 1);
    expect(probe()["names"]).toBe("One You");
    expect(turn()).toBe("Your move");
    expect(container.textContent).toMatch(/Lower against One, seed 5\./);
    expect([...container.querySelectorAll("tr[data-kind]")].map((row) => row.getAttribute("data-kind"))).toEqual(["lower"]);
  });

  it("rates the score at its end, and continues with swapped roles", async () => {
    const written: string[] = [];
    vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void written.push(text) } });
    const { desk } = await tugging("one", 0, { size: 2 });
    expect(screen.queryByTestId("game-summary")).toBeNull();
    await desk.play.move({ lift: 1 });
    await rest();
    expect(turn()).toBe("1 points");
    expect(screen.getByTestId("band").textContent).toBe("1 points: fair from 2.");
    await fireEvent.click(screen.getByTestId("copy-result"));
    await fireEvent.click(screen.getByTestId("copy-challenge"));
    await rest();
    expect(written[0]).toBe("Tug, seed 5, 2 moves, Raise against One: 1 points (par 3)");
    expect(new URL(written[1]!).hash).toBe("#/tug/play?seed=5&level=one&side=0&o.size=2&o.open=false");
    expect(screen.getByTestId("swap-roles").textContent?.trim()).toBe("Swap roles, same weights");
    await fireEvent.click(screen.getByTestId("swap-roles"));
    await rest();
    expect([turn(), screen.getByTestId("match-note").textContent]).toEqual([
      "Your move",
      "The second game of a match; the first ended with 1 points.",
    ]);
    await desk.play.move({ put: false });
    await rest();
    expect(screen.getByTestId("match-result").textContent).toBe("As Raise: You 1, One 1. The match is a draw.");
    expect(screen.queryByTestId("swap-roles")).toBeNull();
    // Only the score of Raise is rated.
    expect(screen.queryByTestId("band")).toBeNull();
  });

  it("opens the form with a challenge despite a game on the table, and clears the address on start", async () => {
    location.hash = "#/tug/play?seed=42&level=one&side=1&o.size=2";
    const set = probedDesk(tugContext());
    await set.desk.play.restore();
    await set.desk.play.start(against("one", 0), 5);
    const props = { desk: set.desk, slug: "tug", box: set.box };
    const { rerender } = render(PlayMode, { ...props, challenge: "seed=42&level=one&side=1&o.size=2" });
    await rest();
    expect(screen.getByTestId<HTMLInputElement>("seed").value).toBe("42");
    await fireEvent.submit(screen.getByTestId("new-game-form"));
    await rest();
    expect(location.hash).toBe("#/tug/play");
    await rerender({ ...props, challenge: null });
    expect(screen.queryByTestId("new-game-form")).toBeNull();
    expect(screen.getByTestId("game-seed").textContent).toBe("42");
    expect(set.desk.play.seats).toEqual(["one", null]);
  });

  it("names the role in practice", async () => {
    const { desk } = probedDesk(tugContext());
    await desk.practise.next();
    render(PractiseMode, { desk, slug: "tug" });
    await rest();
    expect([turn(), probe()["names"]]).toEqual(["Your move as Raise", "You Lower"]);
  });
});
