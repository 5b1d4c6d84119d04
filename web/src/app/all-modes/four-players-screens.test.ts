/** The screens of a four-player game with hidden cards. */
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256, shortHash } from "../panels/deal-proof.svelte";
import type { Desk } from "../shell/desk.svelte";
import NewGame from "../new-game/NewGame.svelte";
import { EACH, type NewGameChoice } from "../new-game/choice";
import PlayMode from "../play/PlayMode.svelte";
import PractiseMode from "../practise/PractiseMode.svelte";
import ReviewMode from "../review/ReviewMode.svelte";
import { probedDesk } from "../testing/games";
import { against, rest, tricksContext } from "../testing/setup";
import { proofText, TRICKS_INFO, tricksState, type TricksState } from "../../core/testing/fake-tricks";
import { currentState } from "../../core/session";

let copied: string[] = [];

beforeEach(() => {
  copied = [];
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: async (text: string) => void copied.push(text) } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function seated(settings = {}) {
  const set = probedDesk(tricksContext(settings));
  const { desk } = set;
  const turns = async (count: number, which = 0): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      await desk.play.move(desk.play.table.legal[which] ?? desk.play.table.legal[0]);
      await rest();
    }
  };
  return { ...set, turns };
}

async function playing(settings = {}) {
  const set = seated(settings);
  await set.desk.play.restore();
  await set.desk.play.start(against("low"), 5);
  const { component } = render(PlayMode, { desk: set.desk, slug: "tricks", box: set.box });
  await rest();
  return { ...set, component };
}

async function look(desk: Desk, index: number): Promise<void> {
  desk.play.table.show(index);
  await rest();
}

const probe = (): DOMStringMap => screen.getByTestId("probe").dataset;
const press = async (id: string, at = 0): Promise<void> => {
  await fireEvent.click(screen.getAllByTestId(id)[at]!);
  await rest();
};

describe("the new-game form for four players", () => {
  it("offers one level for all opponents or one for each, and no second person at the screen", async () => {
    const started: NewGameChoice[] = [];
    const { context } = tricksContext();
    const onStart = (choice: NewGameChoice): void => void started.push(choice);
    render(NewGame, { info: TRICKS_INFO, ui: context.ui, opponent: "low", canCancel: false, onStart, onCancel: () => undefined });
    expect(screen.queryByText("A friend at this screen")).toBeNull();
    expect(screen.queryByText("You play")).toBeNull();
    expect(screen.queryByTestId("each-level")).toBeNull();
    await fireEvent.click(screen.getByText("Choose each"));
    expect(screen.getByTestId("each-level").textContent).toMatch(/Left.*Across.*Right/s);
    await fireEvent.change(screen.getByTestId("level-of-2"), { target: { value: "odd" } });
    await fireEvent.click(screen.getByTestId("start-game"));
    expect(started).toMatchObject([{ opponent: EACH, each: ["high", "odd", "high"] }]);
  });
});

describe("a hand in play", () => {
  it("is shown from the person's seat only, however the board is turned", async () => {
    const { desk, turns, component } = await playing();
    await turns(1);
    component.command("flip");
    await rest();
    expect([probe()["perspective"], probe()["reveal"], probe()["names"]]).toEqual([
      "0",
      "false",
      "You Low (left) Low (across) Low (right)",
    ]);
    await look(desk, 1);
    expect(screen.queryByTestId("show-all")).toBeNull();
    expect([probe()["reveal"], probe()["marks"]]).toEqual(["false", "[]"]);
  });

  it("hides an opponent's move in words, in the list and from the coach", async () => {
    const { desk, turns } = await playing();
    await turns(1);
    expect(screen.getByTestId("last-move").textContent).toBe("Right: hands a card on");
    expect(screen.getByTestId("turn").textContent).toBe("Your move");
    expect(screen.getByTestId("moves").textContent).toContain("hands a card on");
    await look(desk, 1);
    expect(screen.getByTestId("coach-quiet").textContent).toMatch(/hidden/);
    expect(screen.queryByTestId("think-longer")).toHaveProperty("disabled", true);
    await look(desk, 0);
    expect(screen.getByTestId("grade")).toBeTruthy();
  });

  it("can be shown completely when it is over, from every seat", async () => {
    const { desk, turns, component } = await playing();
    await turns(3);
    await look(desk, 1);
    expect([probe()["reveal"], probe()["marks"] === "[]"]).toEqual(["false", false]);
    await press("show-all");
    expect(probe()["reveal"]).toBe("true");
    component.command("flip");
    await rest();
    expect(probe()["perspective"]).toBe("1");
    expect(screen.getByTestId("moves").textContent).toContain('"give"');
    // The hand in play stays hidden.
    await look(desk, desk.play.table.session!.cursor);
    expect([probe()["reveal"], probe()["perspective"]]).toEqual(["false", "0"]);
  });

  it("is copied as the person's view", async () => {
    const { desk, turns } = await playing({ enginePanel: true });
    await turns(3);
    expect(screen.queryByTestId("copy-game")).toBeNull();
    expect(screen.getByTestId("share-line").textContent).toMatch(/only what you can see/);
    await press("copy-position");
    await press("copy-words");
    await press("copy-state");
    const own = (currentState(desk.play.table.session!) as TricksState).hands[0];
    for (const text of [copied[0]!, copied[2]!]) expect(JSON.parse(text)).toMatchObject({ seed: null, hands: [own, 2, 2, 2] });
    expect(JSON.parse(copied[1]!)).toEqual([own, 2, 2, 2]);
    await look(desk, 1);
    await press("copy-position");
    expect(JSON.parse(copied[3]!)).toMatchObject({ seed: null });
  });

  it("resets the message about the last copy when a new one begins", async () => {
    const { desk } = await playing();
    await press("copy-challenge");
    expect(screen.getByTestId("share-line").textContent).toBe("Challenge link copied.");
    await desk.play.move(desk.play.table.legal[0]);
    await rest();
    expect(screen.getByTestId("share-line").textContent).toBe("Challenge link copied.");
    await desk.play.start(against("low"), 6);
    await rest();
    expect(screen.getByTestId("share-line").textContent).toMatch(/^Until the game is over/);
  });

  it("can be ended with a claim", async () => {
    const { desk, fake, turns } = await playing();
    fake.claims = ({ given }) => (given.includes(null) ? null : "none");
    // The button is always present, so that nothing moves when it becomes enabled.
    const button = screen.getByRole("button", { name: "Claim the rest" }) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    await turns(1);
    expect([button.disabled, screen.getByTestId("last-move").textContent]).toEqual([false, "Player 0 takes no more points."]);
    await press("claim");
    expect(currentState(desk.play.table.session!).chance_counter).toBe(2);
    const at = desk.play.table.session!.decisions.findIndex(({ state }, index) => index > 3 && state.active_player_id === 0);
    await look(desk, at);
    expect(screen.getByTestId("coach-quiet").textContent).toMatch(/claimed/);
  });
});

describe("an illegal move", () => {
  it("shows the engine's reason over the board until the person continues", async () => {
    const { desk } = await playing();
    const line = screen.getByTestId("error-line");
    expect(screen.getByTestId("board").contains(line)).toBe(true);
    await fireEvent.click(screen.getByTestId("try"));
    await rest();
    expect(line.textContent).toBe("That card is not in the hand.");
    await fireEvent.pointerDown(screen.getByTestId("try"));
    expect(line.textContent).toBe("");
    // A late reason for an earlier attempt is not shown for the next one.
    let answer: (why: string | null) => void = () => undefined;
    desk.play.table.reasonAgainst = () => new Promise((resolve) => (answer = resolve));
    await fireEvent.click(screen.getByTestId("try"));
    expect(line.textContent).toBe("That cannot be.");
    await fireEvent.keyDown(screen.getByTestId("try"), { key: "a" });
    answer("Too late.");
    await rest();
    expect(line.textContent).toBe("");
  });
});

describe("the hands of a game", () => {
  it("have a key decision each and can be played again; leaving an unfinished game takes a second press", async () => {
    const { desk, turns } = await playing();
    expect(screen.queryByTestId("parts")).toBeNull();
    await turns(3, 1);
    expect(screen.getByTestId("key-decision").textContent).toMatch(/Move 1\s+−1\.5 points/);
    await press("key-decision");
    expect(desk.play.table.view).toBe(0);
    await press("play-again");
    expect([screen.getByTestId("play-again").textContent?.trim(), desk.play.kept.again]).toEqual(["Leave the game at hand 2?", null]);
    await press("play-again");
    expect([desk.play.kept.again, desk.play.table.session?.cursor]).toEqual([1, 0]);
    expect(screen.getByTestId("again-note").textContent).toBe("Hand 1, played again.");
    await press("back-to-left");
    expect([desk.play.kept.again, desk.play.table.state?.chance_counter, screen.queryByTestId("back-to-left")]).toEqual([null, 2, null]);
  });

  it("have one decision each in the summary", async () => {
    const { desk, turns } = await playing();
    await turns(6, 1);
    expect(desk.play.phase).toBe("over");
    expect(screen.getAllByTestId("costliest").map((button) => button.textContent?.replace(/\s+/g, " ").trim())).toEqual([
      "Hand 1 −1.5 points",
      "Hand 2 −1.5 points",
    ]);
    // Nothing is hidden any more, so everything is shown and may be copied.
    expect(probe()["reveal"]).toBe("true");
    await press("copy-game");
    expect(JSON.parse(copied.at(-1)!)).toMatchObject({ format: "hindsight-game", initial_state: { seed: 5 } });
  });

  it("are counted below the form until the statistics are reset", async () => {
    const { turns } = await playing();
    await turns(3);
    await press("new-game");
    expect(screen.getByTestId("statistics").textContent).toMatch(/Hands\s*1/);
    await press("reset-statistics");
    expect(screen.getByTestId("statistics")).toBeTruthy();
    await press("reset-statistics");
    expect(screen.queryByTestId("statistics")).toBeNull();
  });
});

describe("the proof of a deal", () => {
  it("is sealed while the hand is played, and opened and checked when it is over", async () => {
    const { turns } = await playing();
    const text = proofText(tricksState(5, 1));
    const hash = (await sha256(text))!;
    // The digest is computed asynchronously.
    await vi.waitFor(() => expect(screen.getByTestId("deal-proof").textContent).toContain(`Deal 1, sealed: ${shortHash(hash)}`), 10_000);
    expect(screen.queryByTestId("proof-text")).toBeNull();
    await turns(3);
    const proof = screen.getByTestId("deal-proof");
    await vi.waitFor(() => expect(proof.textContent).toContain("Deal 2, sealed"), 10_000);
    expect(proof.textContent).toContain(`Deal 1, opened: ${shortHash(hash)}`);
    expect([screen.getByTestId("proof-verdict").textContent, screen.getByTestId("proof-text").textContent]).toEqual(["matches", text]);
  });

  it("says so when the text does not match the hash", async () => {
    const set = seated();
    const query = set.fake.query.bind(set.fake);
    set.fake.query = async (ruleset, name, args) => ({
      ...(await query(ruleset, name, args)),
      ...(name === "deal_proof" && { sha256: "ab".repeat(32) }),
    });
    await set.desk.play.start(against("low"), 5);
    render(PlayMode, { desk: set.desk, slug: "tricks", box: set.box });
    await rest();
    await set.turns(3);
    await vi.waitFor(() => expect(screen.getByTestId("proof-verdict").textContent).toBe("does not match"), 10_000);
  });
});

describe("the engine's notes", () => {
  it("are shown beside the moves, with the telemetry as a table and the unknown parts", async () => {
    const { desk, turns } = await playing({ enginePanel: true });
    await turns(1);
    expect(screen.getAllByTestId("note").map((note) => note.textContent)).toEqual(["forced"]);
    const panel = screen.getByTestId("engine-panel");
    expect(screen.getByTestId("telemetry").textContent).toMatch(/trick idx.*expected points.*sampled worlds/s);
    expect(screen.getByTestId("telemetry").textContent).toContain("1.25");
    expect(panel.textContent).toMatch(/Objective\s*points/);
    expect(screen.getByTestId("entropy").textContent).toMatch(/Entropy C\s*1\.3 bits/);
    expect(screen.getByTestId("confidence").textContent?.trim()).toBe("grade 90% sure");
    expect(desk.play.table.error).toBeNull();
  });
});

describe("the review", () => {
  it("shows all hands on request, turns through four seats, and plays a deal again", async () => {
    const scrollTo = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    const { desk, turns, box } = seated();
    await desk.play.start(against("low"), 5);
    await rest();
    await turns(6, 1);
    desk.review.take(desk.play.table.session!, desk.play.seats, 0, true);
    const { component } = render(ReviewMode, { desk, slug: "tricks", packed: null });
    await rest();
    expect([probe()["perspective"], probe()["reveal"]]).toEqual(["0", "false"]);
    await press("show-all");
    expect(probe()["reveal"]).toBe("true");
    for (const seat of ["1", "2", "3", "0"]) {
      component.command("flip");
      await rest();
      expect(probe()["perspective"]).toBe(seat);
    }
    expect(screen.getAllByTestId("skill")).toHaveLength(4);
    await press("next-mistake");
    expect([scrollTo.mock.calls, screen.getByTestId("turn").textContent]).toEqual([
      [[0, 0]],
      expect.stringMatching(/^Move 13 of/) as string,
    ]);
    expect(screen.getAllByTestId("key-decision")).toHaveLength(2);
    await press("play-again", 1);
    expect([desk.play.kept.again, desk.play.phase, location.hash]).toEqual([2, "mine", "#/tricks/play"]);
    expect(box.size("tricks_v1")).toBe(0);
  });

  it("hides the hand in play of an unfinished game", async () => {
    const { desk, turns } = seated();
    await desk.play.start(against("low"), 5);
    await rest();
    await turns(1);
    await desk.review.openLast(desk.autosave);
    render(ReviewMode, { desk, slug: "tricks", packed: null });
    desk.review.table.show(1);
    await rest();
    expect(screen.queryByTestId("show-all")).toBeNull();
    expect(
      [screen.getByTestId("evaluate"), screen.getByTestId("edit-position")].map((button) => (button as HTMLButtonElement).disabled),
    ).toEqual([true, true]);
    expect(screen.queryByTestId("copy-game")).toBeNull();
  });
});

describe("the end of a record", () => {
  it("has its own heading where the game is unfinished", async () => {
    const { desk, turns } = seated();
    await desk.play.start(against("low"), 5);
    await rest();
    await turns(1);
    await desk.review.openLast(desk.autosave);
    const { component } = render(ReviewMode, { desk, slug: "tricks", packed: null });
    component.command("last");
    await rest();
    expect(screen.getByTestId("turn").textContent).toBe("The end of the record");
  });
});

describe("practice", () => {
  it("names the others by seat and shares the person's view", async () => {
    const { desk } = seated();
    await desk.practise.next();
    const { component } = render(PractiseMode, { desk, slug: "tricks" });
    await rest();
    expect(probe()["names"]).toBe("You Left Across Right");
    component.command("flip");
    await rest();
    expect(probe()["perspective"]).toBe("0");
    await press("copy-position");
    expect(JSON.parse(copied[0]!)).toMatchObject({ seed: null });
  });
});
