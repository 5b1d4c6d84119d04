import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { swccgScreen } from "../index";
import { ReviewModel } from "../model.svelte";
import Screen from "./Screen.svelte";
import { DARK_JSON, DECISION_XML, REPLAY_XML } from "../testing/short-game";
import { refusal } from "../testing/fake-engine";
import { fakeTools, fileOf, rest } from "../testing/tools";

async function shown(at?: number) {
  const given = fakeTools();
  const model = new ReviewModel(given.tools);
  await model.takeFiles([fileOf("game.xml", REPLAY_XML)]);
  if (at !== undefined) model.go(at);
  await rest();
  const { container } = render(Screen, { model });
  await rest();
  return { ...given, model, container };
}

/** The text of an element, its runs separated by spaces. */
function text(id: string): string {
  const walker = document.createTreeWalker(screen.getByTestId(id), NodeFilter.SHOW_TEXT);
  const runs: string[] = [];
  while (walker.nextNode() !== null) runs.push(walker.currentNode.textContent!.trim());
  return runs
    .filter((run) => run !== "")
    .join(" ")
    .replace(/\s+/g, " ");
}

describe("start page", () => {
  it("asks for a file or text, promises that nothing leaves the machine, and says that card data is missing", async () => {
    const { tools } = fakeTools();
    const model = new ReviewModel(tools);
    render(Screen, { model });
    expect(text("privacy")).toContain("Nothing leaves this machine");
    expect(text("cards-lacking")).toContain("lacks power");
    await fireEvent.click(screen.getByTestId("sample"));
    await rest();
    expect(text("game-title")).toBe("DarkBot (dark side) against LightBot");
    expect(text("cards-lent")).toContain("The sample's own 3,640 cards are loaded");
    expect(screen.getByTestId("cards-source").querySelector("a")?.href).toContain("swccg-card-json");
  });

  it("accepts files dropped anywhere", async () => {
    const { tools } = fakeTools();
    const model = new ReviewModel(tools);
    render(Screen, { model });
    await fireEvent.drop(window, { dataTransfer: { files: [fileOf("a", REPLAY_XML)] } });
    await rest();
    expect(model.replay).not.toBeNull();
  });
});

describe("card data", () => {
  it("is counted, with what was left out and why, and can be removed and restored", async () => {
    const { model } = await shown();
    expect(text("cards-lacking")).toContain("None loaded");
    await model.takeFiles([fileOf("Dark.json", DARK_JSON)]);
    await rest();
    expect(text("cards-loaded")).toBe("1,820 cards loaded 1,820 dark, 0 light");
    expect(text("cards")).toContain("Light-side cards are missing: choose Light.json as well.");
    expect(text("cards-skipped")).toBe("61 cards left out Dark no. 4: It has no gempId. And 60 others.");
    await fireEvent.click(screen.getByTestId("cards-forget"));
    await rest();
    expect(text("cards-lacking")).toContain("None loaded");
    expect(document.activeElement).toBe(screen.getByTestId("cards-undo"));
    await fireEvent.click(screen.getByTestId("cards-undo"));
    await rest();
    expect(text("cards-loaded")).toContain("1,820 cards loaded");
  });
});

describe("focus", () => {
  it("moves to a heading, or to the button's replacement, when the focused element disappears", async () => {
    const { tools } = fakeTools();
    render(Screen, { model: new ReviewModel(tools) });
    screen.getByTestId("sample").focus();
    await fireEvent.click(screen.getByTestId("sample"));
    await rest();
    expect(document.activeElement).toBe(screen.getByTestId("game-title"));
    const say = screen.getAllByTestId("say")[0]!;
    say.focus();
    await fireEvent.click(say);
    await rest();
    expect(document.activeElement).toBe(screen.getByTestId("unsay-this"));
    screen.getByTestId("unsay").focus();
    await fireEvent.click(screen.getByTestId("unsay"));
    await rest();
    expect(document.activeElement).toBe(screen.getByTestId("question"));
    screen.getByTestId("close-game").focus();
    await fireEvent.click(screen.getByTestId("close-game"));
    await rest();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });
});

describe("game", () => {
  it("has a head with players, figures and both baselines, and claims no strength", async () => {
    await shown();
    expect(text("game-head")).toContain("Winner DarkBot");
    expect(text("choices")).toBe("4");
    expect(text("agreement")).toBe("Coach 25% Always pass 0% Keywords 25%");
    expect(text("grades")).toBe("Same 1 Close 1 Different 0 Far 1 Not known 1");
    expect(text("loops")).toBe("1 loop");
    for (const word of ["exactly what you chose", "ties count", "Passes whenever", "words in the options"])
      expect(text("figures")).toContain(word);
    expect(text("claim")).toContain("not been shown to play well");
    expect(text("warnings")).toContain("The log ends in the middle of an event.");
  });

  it("opens on the decisions that mattered most, with both picks and the expected swing", async () => {
    const { model } = await shown();
    expect(screen.getAllByTestId("highlight").map((each) => each.textContent.replace(/\s+/g, " ").trim())).toEqual([
      "1 Turn 1, Battle 35.0points ★The coach: Pass ●You: Battle at Tatooine",
      "2 Turn 2, Control 8.0points ★The coach: Reserve and Used ●You: Reserve and hand",
    ]);
    expect(screen.getAllByTestId("highlight")[0]!.getAttribute("aria-current")).toBe("true");
    expect(screen.getByTestId("swing-line").getAttribute("aria-label")).toContain("over 4 decisions; at most 35.0");
    model.go(1);
    await rest();
    await fireEvent.click(screen.getAllByTestId("highlight")[0]!);
    expect(model.index).toBe(2);
    expect(text("keywords-why")).toContain("Agreement is not strength");
  });

  it("shows a mark for each decision with a choice, by turn and phase, labelled with its grade", async () => {
    const { container } = await shown();
    const marks = [...container.querySelectorAll(".mark")];
    expect(marks.map((mark) => mark.getAttribute("data-grade"))).toEqual(["SAME", "FAR", "CLOSE", "none"]);
    expect(marks[1]!.getAttribute("aria-label")).toBe(
      "Decision 3: Choose Battle action or Pass. Far from the coach's choice, 35 points at stake.",
    );
    expect(marks.map((mark) => mark.getAttribute("tabindex"))).toEqual(["-1", "0", "-1", "-1"]);
    expect(new Set(marks.map((mark) => mark.querySelector("svg")!.innerHTML)).size).toBe(4);
    const turns = [...container.querySelectorAll(".turn")].map((turn) => turn.getAttribute("aria-label"));
    expect(turns).toEqual(["Turn 1, DarkBot", "Turn 2, LightBot"]);
    expect([...container.querySelectorAll(".phase")].map((phase) => phase.textContent)).toEqual(["Deploy", "Battle", "Control", "Move"]);
    await fireEvent.click(screen.getByTestId("show-all"));
    expect(container.querySelectorAll(".mark")).toHaveLength(6);
    await fireEvent.change(screen.getByTestId("filter-grade"), { target: { value: "FAR" } });
    expect(container.querySelectorAll(".mark")).toHaveLength(1);
    expect(text("place")).toBe("1 of 1");
    await fireEvent.change(screen.getByTestId("filter-grade"), { target: { value: "ORDER" } });
    expect(text("no-decision")).toBe("No decision matches: choose another filter.");
    expect(screen.queryByTestId("decision")).toBeNull();
    expect((screen.getByTestId("forward") as HTMLButtonElement).disabled).toBe(true);
  });

  it("follows the keyboard commands", async () => {
    const { model } = await shown();
    swccgScreen.command(model, "first");
    await rest();
    expect(text("question")).toBe("Choose Deploy action or Pass");
    swccgScreen.command(model, "next");
    swccgScreen.command(model, "forward");
    await rest();
    expect(text("question")).toBe("Choose Force to lose");
    swccgScreen.command(model, "last");
    swccgScreen.command(model, "back");
    await rest();
    expect(text("question")).toBe("Choose Force to lose");
    expect(text("loop")).toContain("repeated 3 times");
  });
});

describe("decision", () => {
  it("shows the coach's pick, the inferred choice with its confidence, and both baselines", async () => {
    await shown(1);
    expect(text("when")).toBe("Decision 2. Turn 1, Deploy (turn #1), DarkBot's turn");
    expect(text("strategy")).toContain("Behind life Force (−6.0)");
    expect(text("strategy")).toContain("Scaled: Deploying ×1.25");
    expect(text("inferred")).toBe("inferred, 93% sure");
    expect(text("baselines")).toBe("Always pass: Pass Keywords: Pass");
    expect(screen.getAllByTestId("option").map((option) => option.dataset["band"])).toEqual(["moderate", "low", "low"]);
  });

  it("escapes text of the log", async () => {
    const { container } = await shown(1);
    expect(container.querySelector("[data-testid=option] b b")).toBeNull();
    expect(screen.getAllByTestId("option")[0]!.textContent).toContain("Deploy <b>Vader</b>");
    expect(text("messages")).toBe("DarkBot deploys <i>Vader</i>");
  });

  it("adds every score up from its reasons, and names vetoes", async () => {
    await shown(2);
    for (const option of screen.getAllByTestId("option")) {
      const parts = [...option.querySelectorAll("tbody td[data-value]")].map((cell) => Number((cell as HTMLElement).dataset["value"]));
      expect(parts.reduce((sum, value) => sum + value, 0)).toBe(Number(option.dataset["score"]));
    }
    expect(text("veto")).toBe("Ruled out: They are stronger there.");
    expect(screen.getAllByTestId("option")[1]!.dataset["band"]).toBe("vetoed");
    expect(screen.queryByText(/do not add up/)).toBeNull();
  });

  it("says when the choice is unknown, and accepts a reported one", async () => {
    const { model } = await shown(5);
    expect(text("yours")).toBe("not known");
    await fireEvent.click(screen.getAllByTestId("say")[1]!);
    await rest();
    expect(text("yours")).toContain("Move Vader you say");
    expect(text("grade")).toBe("Different: 18.0 points behind");
    expect(model.said).toEqual({ 5: { answer: "2", grade: "DIFFERENT" } });
    expect(document.querySelector('[data-testid="mark"][data-index="5"]')!.getAttribute("data-grade")).toBe("DIFFERENT");
    await fireEvent.click(screen.getByTestId("unsay"));
    await rest();
    expect(text("yours")).toBe("not known");
  });

  it("accepts several cards as one choice, ids ascending", async () => {
    const { fake } = await shown(4);
    const boxes = [...screen.getByTestId("say-other").querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    expect((screen.getByTestId("say-this") as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.click(boxes.find(({ value }) => value === "33")!);
    await fireEvent.click(boxes.find(({ value }) => value === "22")!);
    await fireEvent.submit(screen.getByTestId("say-other").querySelector("form")!);
    await rest();
    expect(fake.asked).toContain("grade 22,33");
  });

  it("describes the board in text and numbers: a dash where nobody is, zero where somebody is", async () => {
    await shown(2);
    expect(text("locations")).toContain("•Tatooine You: •Darth Vader 6.5 drains 2 –");
    expect(text("locations")).toContain("•Cantina – 0");
    expect(text("battle-odds")).toContain("You win 50% tie 25% you lose 25%");
    expect(text("assumed")).toBe("Assumed: 1 unknown card of the opponent counts as ability 2 and forfeit 4.");
    expect(text("opponent-known")).toBe(
      "Cards shown: Character 6 and Effect 2, and 1 unknown card. Its next destiny is 3.0 on average, estimated from these cards " +
        "and those of an average deck. With 12 Force in its next turn and 6 cards in hand, it may deploy about power 9.",
    );
    expect(screen.getByTestId("totals-seat").getAttribute("aria-label")).toBe("You: power 3, 1 destiny of 3.0 on average and ability 4");
    expect(screen.getByTestId("destiny-chart").getAttribute("aria-label")).toBe("Chances of the next destiny: 2: 50%, 4: 50%.");
    expect(text("hand")).toBe("•Darth Vader power 6, ability 6, deploy 6 card 5_5");
    expect(text("board")).toContain("LightBot's cards beside the locations: a face-down card");
    expect(text("battle")).toContain("Power 6.5 2");
    expect(text("piles")).toContain("Force generation 3 –");
  });

  it("claims no odds where no card is known, and no destiny without known cards", async () => {
    const { fake, tools } = fakeTools();
    const locations = fake.outlook.locations.map((each) => ({ ...each, battle: null, unknown: each.battle !== null }));
    fake.outlook = { locations, destiny: null, opponent: null };
    const model = new ReviewModel(tools);
    await model.takeFiles([fileOf("game.xml", REPLAY_XML)]);
    render(Screen, { model });
    await rest();
    expect(screen.queryByTestId("battle-odds")).toBeNull();
    expect(screen.queryByTestId("opponent-known")).toBeNull();
    expect(screen.getAllByTestId("odds-unknown")).toHaveLength(1);
    expect(text("odds-unknown")).toBe("Odds of a battle: no card there is known. Load the card database.");
    expect(text("board")).not.toContain("next destiny");
  });

  it("can be copied as JSON and in words, and shows log lines on request", async () => {
    const { copied } = await shown(1);
    await fireEvent.click(screen.getByTestId("copy-state"));
    await fireEvent.click(screen.getByTestId("copy-words"));
    await rest();
    expect(JSON.parse(copied[0]!)).toMatchObject({ replay_id: "a1", index: 1 });
    expect(copied[1]!.split("\n")).toEqual([
      "A decision in words.",
      "The coach picks: Deploy <b>Vader</b> (38.0, moderate).",
      "Scores: Deploy <b>Vader</b> 38.0; Deploy Probe Droid 12.5; Pass 5.0.",
      "You chose: Deploy <b>Vader</b> (inferred, 93% sure): Same, 0.0 points behind.",
    ]);
    expect(screen.queryByTestId("log-lines")).toBeNull();
    await fireEvent.click(screen.getByTestId("log"));
    await rest();
    expect(text("log-lines")).toBe("DeployEvaluator: Vader 38.0");
  });

  it("says what it lacks when pasted alone, and leads back to the game", async () => {
    await shown(1);
    await fireEvent.input(screen.getByTestId("paste"), { target: { value: DECISION_XML } });
    await fireEvent.submit(screen.getByTestId("paste").closest("form")!);
    await rest();
    expect(text("lacks")).toBe("It lacks the locations with their cards and the hand.");
    expect(screen.queryByTestId("timeline")).toBeNull();
    expect(text("strategy")).toBe("How the game stands is not known.");
    await fireEvent.click(screen.getByTestId("close-alone"));
    await rest();
    expect(screen.getByTestId("timeline")).toBeTruthy();
  });
});

describe("side tabs", () => {
  it("switch between board, weights and cards by click and by arrow key", async () => {
    await shown();
    const panels = (): (string | null)[] => screen.getAllByRole("tabpanel").map((panel) => panel.getAttribute("aria-labelledby"));
    expect(panels()).toEqual(["side-board"]);
    await fireEvent.click(screen.getByTestId("side-weights"));
    expect(panels()).toEqual(["side-weights"]);
    await fireEvent.keyDown(screen.getByTestId("side-weights"), { key: "ArrowRight" });
    expect(panels()).toEqual(["side-cards"]);
    expect(document.activeElement).toBe(screen.getByTestId("side-cards"));
  });
});

describe("weights", () => {
  it("keep their value when a field is emptied and left", async () => {
    const { container } = await shown();
    const field = container.querySelector<HTMLInputElement>('[data-weight="deploy.reach"] input[type=number]')!;
    await fireEvent.input(field, { target: { value: "" } });
    await fireEvent.blur(field);
    expect(field.value).toBe("2");
  });

  it("can be searched, reset one by one, and lead to the decisions they touch", async () => {
    const { container, model } = await shown();
    await fireEvent.input(screen.getByTestId("weights-search"), { target: { value: "base of" } });
    expect([...container.querySelectorAll("[data-weight]")].map((each) => each.getAttribute("data-weight"))).toEqual(["deploy.base"]);
    const touched = screen.getByTestId("touched");
    expect(touched.textContent).toBe("in 2 decisions →");
    await fireEvent.click(touched);
    expect(model.index).toBe(1);
    model.weights.set("deploy.base", 9);
    await rest();
    await fireEvent.click(screen.getByTestId("reset-deploy"));
    expect(model.weights.weighing.weights).toEqual({});
    await fireEvent.input(screen.getByTestId("weights-search"), { target: { value: "sabacc" } });
    expect(text("weights-none")).toBe("No weight matches.");
  });

  it("have card rules beside them, which can be changed, refused and restored", async () => {
    const { model } = await shown();
    const fold = screen.getByTestId("rules") as HTMLDetailsElement;
    fold.open = true;
    await fireEvent(fold, new Event("toggle"));
    await rest();
    const field = screen.getByTestId("rules-text") as HTMLTextAreaElement;
    expect(field.value).toBe("# shipped");
    for (const [value, line, kept] of [
      ["a mistake", "The card rules are not TOML.", undefined],
      ["# mine", "These rules are used.", "# mine"],
    ] as const) {
      await fireEvent.input(field, { target: { value } });
      await fireEvent.click(screen.getByTestId("rules-use"));
      await rest();
      expect(text("rules-line")).toBe(line);
      expect(model.weights.weighing.rules).toBe(kept);
    }
    await fireEvent.click(screen.getByTestId("rules-reset"));
    await rest();
    expect([model.weights.weighing.rules, field.value]).toEqual([undefined, "# shipped"]);
  });

  it("say why the card rules cannot be shown, and read them when opened again", async () => {
    const { fake, model } = await shown();
    const fold = screen.getByTestId("rules") as HTMLDetailsElement;
    const field = screen.getByTestId("rules-text") as HTMLTextAreaElement;
    async function open(): Promise<void> {
      fold.open = false;
      await rest();
      fold.open = true;
      await rest();
    }
    fake.failNext = refusal("The engine stopped.", "INTERNAL");
    await open();
    expect([text("rules-line"), field.value]).toEqual(["The engine stopped.", ""]);
    await open();
    expect([text("rules-line"), field.value]).toEqual(["", "# shipped"]);
    await fireEvent.input(field, { target: { value: "# mine" } });
    await fireEvent.click(screen.getByTestId("rules-use"));
    await rest();
    fake.failNext = refusal("The engine stopped.", "INTERNAL");
    await fireEvent.click(screen.getByTestId("rules-reset"));
    await rest();
    expect(text("rules-line")).toBe("The engine stopped.");
    expect(model.weights.weighing.rules).toBeUndefined();
  });

  it("flip decisions in the list and in the timeline", async () => {
    const { container } = await shown();
    expect(text("flips")).toBe("0 of 4 flip");
    const field = container.querySelector<HTMLInputElement>('[data-weight="deploy.base"] input[type=number]')!;
    await fireEvent.change(field, { target: { value: "60" } });
    await vi.waitFor(() => expect(text("flips")).toBe("2 of 4 flip with 1 changed weight"), 10_000);
    expect(text("flip-list")).toContain("Pass → becomes Battle at Tatooine");
    const flipped = [...container.querySelectorAll('.mark[data-flipped="true"]')].map((mark) => mark.getAttribute("data-index"));
    expect(flipped).toEqual(["2", "5"]);
    await fireEvent.click(screen.getByTestId("weights-reset"));
    await vi.waitFor(() => expect(text("flips")).toBe("0 of 4 flip"), 10_000);
  });
});
