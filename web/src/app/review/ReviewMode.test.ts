import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import ReviewMode from "./ReviewMode.svelte";
import { against, context, diceContext, rest } from "../testing/setup";
import { probedDesk } from "../testing/games";
import { evaluation, pileState } from "../../core/testing/fake-engine";
import { memoryStore } from "../../store/testing/memory";
import { parseRoute } from "../page/router";
import { toRecord } from "../record/record";
import { EDITOR } from "../words/review";
import { Review } from "./review.svelte";
import { sessionOf } from "../../core/session";
import type { Verdict } from "../../core/types";

let shelves = 0;

const probe = (): DOMStringMap => screen.getByTestId("probe").dataset;

describe("the board in the review", () => {
  it("is below the warning about an inconsistent position", async () => {
    const { desk } = probedDesk(context());
    await desk.review.openText(JSON.stringify(pileState(20)));
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    const order = screen.getByTestId("warning").compareDocumentPosition(screen.getByTestId("probe"));
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("cannot be evaluated while a throw has to be entered", async () => {
    const { desk, fake } = probedDesk(diceContext());
    await desk.review.openText(JSON.stringify(await fake.newGame("", 1, { players: 1, real_dice: true })));
    render(ReviewMode, { desk, slug: "dice", packed: null });
    await rest();
    expect(probe()["names"]).toBe("You");
    expect(screen.getByTestId<HTMLButtonElement>("evaluate").disabled).toBe(true);
  });
});

describe("an edited position", () => {
  /** A game that was pasted and is in the library, on screen; `go` is what the address asks for. */
  async function pasted() {
    const { desk } = probedDesk(context());
    const store = memoryStore({ name: `edited-${(shelves += 1)}` });
    desk.review = new Review(desk.context, { store, table: "pile:review" });
    const session = sessionOf([pileState(0), pileState(2, 1), pileState(4)], [{ add: 2 }, { add: 2 }]);
    const { rerender } = render(ReviewMode, { desk, slug: "pile", packed: null });
    await desk.review.openText(JSON.stringify(toRecord(session, [null, "one"], false)));
    await rest();
    const go = async (address: string): Promise<void> => {
      location.hash = address;
      const route = parseRoute(address);
      if (route.screen === "game") await rerender({ packed: route.packed, kept: route.kept });
      await rest();
    };
    const edit = async (pile = 7): Promise<void> => {
      desk.review.table.show(1);
      desk.review.edit();
      await desk.review.editor.change(pileState(pile));
      await desk.review.accept();
      await rest();
      await go(location.hash);
    };
    return { desk, review: desk.review, go, edit, address: location.hash };
  }

  it("has an address of its own, which opens it again", async () => {
    const { desk, edit, address } = await pasted();
    expect(address).toMatch(/^#\/pile\/review\?game=/);
    await edit();
    expect(location.hash).toMatch(/^#\/pile\/review\?s=/);
    const again = new Review(desk.context);
    await again.openPacked(location.hash.split("=")[1]!);
    expect(again.table.state).toMatchObject({ pile: 7 });
  });

  it("leaves its game where it is: at its address, and one step back", async () => {
    const { review, go, edit, address } = await pasted();
    await edit();
    await go(address);
    expect([review.table.session?.decisions.length, review.table.state]).toEqual([3, pileState(0)]);
    await edit();
    screen.getByTestId("back-to-game").click();
    await rest();
    expect([location.hash, review.table.view, review.table.state]).toEqual([address, 1, pileState(2, 1)]);
    expect(address).toContain(encodeURIComponent(review.copy.key!));
    expect(screen.queryByTestId("back-to-game")).toBeNull();
  });

  it("leaves no entry in the browser's history, from which nothing would change", async () => {
    const { edit, review, address } = await pasted();
    await edit(7);
    const [entries, first] = [history.length, location.hash];
    await edit(8);
    expect(history.length).toBe(entries + 1);
    const back = screen.getByTestId("back-to-game");
    back.click();
    back.click();
    await rest();
    expect([location.hash, review.table.view]).toEqual([address, 1]);
    // The positions are ahead, and the entry is the one that the game had.
    expect((history.state as unknown) ?? null).toBeNull();
    history.forward();
    await rest();
    expect(location.hash).toBe(first);
  });

  it("of a game that has no address leaves it without one", async () => {
    const { review, edit, go } = await pasted();
    review.take(review.table.session!, [null, "one"], 0, true);
    await go("#/pile/review");
    await edit();
    expect(review.table.state).toEqual(pileState(7));
    screen.getByTestId("back-to-game").click();
    await rest();
    expect([location.hash, review.table.view, review.address.link]).toEqual(["#/pile/review", 1, null]);
  });
});

describe("an invalid position", () => {
  it.each([
    ["round_number", "Round number"],
    ["players.0.pattern_lines.2.count_filled", "Player 1, pattern line 3, count filled"],
    ["factories.4.Blue", "Factory 5, Blue"],
    ["board.cells.11", "Board, cell 12"],
    ["bag", "Bag"],
  ])("calls the field %s by a name that can be read: %s", (path, name) => {
    expect(EDITOR.field(path)).toBe(name);
  });

  it("has its errors by name, and the first one is scrolled to", async () => {
    const { desk } = probedDesk(context());
    const problem = { path: "players.0.pile_size", problem: "is too small" };
    vi.spyOn(desk.context.engine.port, "listLegalActions").mockRejectedValue(Object.assign(new Error("No."), { context: problem }));
    desk.review.editor.open(pileState(2));
    render(ReviewMode, { desk, slug: "pile", packed: null });
    const field = document.createElement("p");
    field.dataset["testid"] = "field-error";
    field.scrollIntoView = vi.fn();
    screen.getByTestId("editor").append(field);
    await fireEvent.click(screen.getByTestId("editor-done"));
    await rest();
    expect(screen.getByText("Player 1, pile size")).toBeTruthy();
    expect(field.scrollIntoView).toHaveBeenCalledOnce();
  });
});

describe("a text of another game", () => {
  it.each([
    ["Hindsight Yatzy\n\nplayers: 1", "This is a game of Yatzy: open it there."],
    [JSON.stringify({ ...pileState(), ruleset_id: "yatzy_v1" }), "This is a position from “yatzy_v1”, not from Pile."],
  ])("is opened there with one press: %s", async (text, problem) => {
    const { desk } = probedDesk(context());
    const { unmount } = render(ReviewMode, { desk, slug: "pile", packed: null });
    await fireEvent.input(screen.getByTestId("paste-state"), { target: { value: text } });
    await fireEvent.click(screen.getByTestId("open-pasted"));
    await rest();
    expect(screen.getByTestId("open-problem").textContent).toContain(problem);
    const link = screen.getByTestId<HTMLAnchorElement>("open-elsewhere");
    expect([link.hash, link.textContent]).toEqual(["#/yatzy/review", "Open it in Yatzy"]);
    await fireEvent.click(link);
    unmount();
    const { desk: there } = probedDesk(context());
    const opened = vi.spyOn(there.review, "openText");
    render(ReviewMode, { desk: there, slug: "yatzy", packed: null });
    await rest();
    expect(opened.mock.calls).toEqual([[text]]);
    expect(screen.getByTestId<HTMLTextAreaElement>("paste-state").value).toBe(text);
  });

  it("stays here where it is opened in another tab, and is not for a third game", async () => {
    for (const [modifier, slug] of [
      [{ ctrlKey: true }, "yatzy"],
      [{}, "azul"],
    ] as const) {
      const { desk } = probedDesk(context());
      const { unmount } = render(ReviewMode, { desk, slug: "pile", packed: null });
      await fireEvent.input(screen.getByTestId("paste-state"), { target: { value: "Hindsight Yatzy\n\nplayers: 1" } });
      await fireEvent.click(screen.getByTestId("open-pasted"));
      await rest();
      await fireEvent.click(screen.getByTestId("open-elsewhere"), modifier);
      unmount();
      const { desk: there } = probedDesk(context());
      const opened = vi.spyOn(there.review, "openText");
      const { unmount: leave } = render(ReviewMode, { desk: there, slug, packed: null });
      await rest();
      expect(opened).not.toHaveBeenCalled();
      leave();
    }
  });
});

describe("the mistakes of a game", () => {
  it("say which one is on screen", async () => {
    const { desk } = probedDesk(context());
    const { decisions, cursor } = sessionOf([pileState(0), pileState(2, 1), pileState(4)], [{ add: 2 }, { add: 1 }]);
    const graded = decisions.map((made, at) => ({
      ...made,
      evaluation: evaluation(made.action as { add: number } | null, [5, 9][at], { verdict: "mistake" }),
    }));
    desk.review.take({ decisions: graded, cursor }, [null, null], 0, true);
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    const button = screen.getByTestId("next-mistake");
    const label = (): string => button.textContent?.replaceAll(/\s+/g, " ").trim() ?? "";
    expect(label()).toMatch(/: look at them \(2 of 2\)$/);
    await fireEvent.click(button);
    expect(label()).toMatch(/\(1 of 2\)$/);
    desk.review.table.show(2);
    await rest();
    expect(label()).toMatch(/look at them$/);
  });
});

describe("the last game", () => {
  it("is offered only where there is one", async () => {
    const { desk } = probedDesk(context());
    const { unmount } = render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    expect(screen.queryByTestId("load-last")).toBeNull();
    unmount();
    await desk.play.start(against("one"), 5);
    await desk.play.kept.autosave.settled();
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    expect(screen.getByTestId("load-last")).toBeTruthy();
  });
});

describe("whom the reasons address", () => {
  it.each<[string, (string | null)[], number, string]>([
    ["is said once where they speak to somebody else", [null, "one"], 1, "Move 2, One"],
    ["goes without saying for one's own moves", [null, "one"], 0, "Move 1, You"],
  ])("%s", async (_, seats, index, heading) => {
    const { desk } = probedDesk(context());
    const { decisions, cursor } = sessionOf([pileState(0), pileState(2, 1), pileState(4)], [{ add: 2 }, { add: 2 }]);
    const feedback = [{ category: "overall", text: "Your move leaves two points.", delta: -2 }];
    const graded = decisions.map((made, at) => (at === index ? { ...made, evaluation: { ...evaluation({ add: 2 }, 1), feedback } } : made));
    desk.review.take({ decisions: graded, cursor }, seats, index, true);
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    const said = screen.queryAllByTestId("addressed").map((line) => line.textContent);
    expect(said).toEqual(index === 0 ? [] : ["The reasons say “you” to whoever made the move."]);
    expect(screen.getByRole("heading", { name: heading })).toBeTruthy();
  });
});

describe("a graded game without faults", () => {
  it.each<[string, Verdict, string]>([
    ["is perfect when only best moves were made", "best", "★ You made no mistakes."],
    ["is not called perfect when moves lost a little", "good", "✓ You made no mistakes; 1 move lost a little."],
  ])("%s", async (_, verdict, sentence) => {
    const { desk } = probedDesk(context());
    const { decisions, cursor } = sessionOf([pileState(0), pileState(2, 1)], [{ add: 2 }]);
    const graded = decisions.map((made, index) =>
      index === 0
        ? { ...made, evaluation: evaluation({ add: 2 }, 0.1, { verdict, ...(verdict === "best" && { bestAction: { add: 2 } }) }) }
        : made,
    );
    desk.review.take({ decisions: graded, cursor }, [null, "one"], 0, true);
    render(ReviewMode, { desk, slug: "pile", packed: null });
    await rest();
    expect(screen.getByTestId("no-mistakes").textContent?.replaceAll(/\s+/g, " ").trim()).toBe(sentence);
  });
});
