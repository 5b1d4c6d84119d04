import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { INFO, pileState } from "../../core/testing/fake-engine";
import type { GameInfo } from "../../core/engine-port";
import type { GameUi } from "../../games/types";
import Deal from "../../games/azul/editor/Deal.svelte";
import { context, rest } from "../testing/setup";
import { probedDesk } from "../testing/games";
import ReviewMode from "../review/ReviewMode.svelte";

const REFUSED = "This is no move.";
const FAULTS = [{ line: 2, text: "7", problem: REFUSED }];

/** The review of a game that can be entered, and a function that enters its first moves. */
async function screenOf(changes: Partial<GameUi> = {}) {
  const set = probedDesk(context(), changes);
  set.context.info = { ...INFO, queries: [{ name: "write_game", description: "", argsSchema: {} }] } as unknown as GameInfo;
  const reading = { states: [pileState(0), pileState(7)], actions: [{ add: 7 }], fromStart: true, faults: [] as object[] };
  const query = vi.spyOn(set.fake, "query").mockImplementation(async (_ruleset, name, args) => {
    if (name === "write_game") return { text: "Hindsight Pile\n7" };
    if (name === "read_game") return reading;
    if (name === "with_chance") return { state: (args as { states: object[] }).states.at(-1) };
    return { luck: [0, 0] };
  });
  const show = () => render(ReviewMode, { desk: set.desk, slug: "pile", packed: null });
  const shown = show();
  const enter = async (): Promise<void> => {
    await fireEvent.click(screen.getByTestId("enter-game"));
    await screen.findByTestId("enter", {}, { timeout: 20_000 });
    await rest();
  };
  const begin = async (): Promise<void> => {
    await enter();
    await fireEvent.click(screen.getByTestId("entry-begin"));
    await rest();
    await set.desk.review.entry?.play({ add: 2 });
    await rest();
  };
  return { ...set, query, reading, show, shown, enter, begin, review: set.desk.review };
}

describe("the screen on which a game from a table is entered", () => {
  it("keeps the game when it cannot be opened, and says why", async () => {
    const { begin, reading, review } = await screenOf();
    await begin();
    reading.faults = FAULTS;
    await fireEvent.click(screen.getByTestId("entry-review"));
    await rest();
    expect(screen.getByTestId("entry-problem").textContent).toBe(REFUSED);
    expect(review.entry?.actions).toEqual([{ add: 2 }]);
    reading.faults = [];
    await fireEvent.click(screen.getByTestId("entry-review"));
    await rest();
    expect(review.entry).toBeNull();
    expect(review.table.session?.decisions).toHaveLength(2);
  });

  it("is still there when the review is left and opened again", async () => {
    const { begin, shown, show } = await screenOf();
    await begin();
    shown.unmount();
    show();
    await screen.findByTestId("entry-turn");
    expect(screen.getByTestId("entry-turn").textContent).toContain("1 move entered");
  });

  it("does not leave at one press after another move", async () => {
    const { begin, review } = await screenOf();
    await begin();
    await fireEvent.click(screen.getByText("Back"));
    expect(screen.getByText("Leave without this game?")).toBeTruthy();
    await review.entry?.play({ add: 1 });
    await rest();
    await fireEvent.click(screen.getByText("Back"));
    expect(review.entry).not.toBeNull();
    await fireEvent.click(screen.getByText("Leave without this game?"));
    expect(review.entry).toBeNull();
  });

  it("says why a game cannot begin", async () => {
    const { enter, fake } = await screenOf();
    await enter();
    vi.spyOn(fake, "newGame").mockRejectedValueOnce(new Error("The engine did not start."));
    await fireEvent.click(screen.getByTestId("entry-begin"));
    await rest();
    expect(screen.getByTestId("entry-problem").textContent).toBe("The engine did not start.");
  });

  it("is the only board while it is open, and keys do not step through the reviewed game", async () => {
    const { begin, review, shown } = await screenOf();
    await review.openText("Hindsight Pile\n7");
    await rest();
    await fireEvent.click(screen.getByTestId("open-other"));
    await begin();
    expect(screen.getAllByTestId("probe")).toHaveLength(1);
    (shown.component as unknown as { command: (name: string) => void }).command("forward");
    expect(review.table.view).toBe(0);
    (shown.component as unknown as { command: (name: string) => void }).command("undo");
    await rest();
    expect(review.entry?.actions).toEqual([]);
    await fireEvent.click(screen.getByTestId("open-other"));
    (shown.component as unknown as { command: (name: string) => void }).command("forward");
    expect(review.table.view).toBe(1);
  });

  it("has the focus on its heading, and on the board once chance is named", async () => {
    const { enter, review } = await screenOf({ chance: { given: Deal as never } });
    const begin = vi.spyOn(review.context.engine.port, "newGame");
    begin.mockResolvedValue({ ...pileState(0), factories: [{ Blue: 1 }], round_number: 1 } as never);
    await enter();
    expect(document.activeElement?.id).toBe("enter-heading");
    await fireEvent.click(screen.getByTestId("entry-begin"));
    await rest();
    await fireEvent.click(screen.getByTestId("deal-Blue"));
    await rest();
    expect(document.activeElement).toBe(screen.getByTestId("deal-done"));
    await fireEvent.click(screen.getByTestId("deal-done"));
    await rest();
    expect(screen.getByTestId("entry-board").contains(document.activeElement)).toBe(true);
  });
});

describe("a file from Windows", () => {
  it("has its faulty line selected", async () => {
    const { reading } = await screenOf();
    reading.faults = [{ line: 3, text: "bad", problem: REFUSED }];
    const input = screen.getByTestId<HTMLInputElement>("open-file");
    Object.defineProperty(input, "files", { value: [{ size: 27, text: async () => "Hindsight Pile\r\n7\r\nbad\r\n" }] });
    Object.defineProperty(input, "value", { value: "", writable: true });
    await fireEvent.change(input);
    await rest();
    await fireEvent.click(screen.getByText("Line 3"));
    const area = screen.getByTestId<HTMLTextAreaElement>("paste-state");
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("bad");
  });
});
