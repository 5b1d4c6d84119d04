import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { evaluation, pileState, type PileState } from "../../core/testing/fake-engine";
import { currentState } from "../../core/session";
import type { EvaluationView } from "../../core/types";
import type { GameUi } from "../../games/types";
import { LinePreview } from "./line.svelte";
import { FRIEND } from "../new-game/choice";
import PlayMode from "../play/PlayMode.svelte";
import { against, context, rest, UI } from "../testing/setup";
import { probedDesk } from "../testing/games";

const add = (count: number) => ({ add: count });
const NAMES = ["Ann", "Ben"];

/** The pile game's words for its moves; at the end of a line the chance event is reverted. */
const LINES: Partial<GameUi<PileState, { add: number }>> = {
  words: { ...UI.words, eventsText: (state, names) => [`${names[1 - state.active_player_id]} makes it ${state.pile}.`] },
  analysis: { lineEnd: (state) => ({ state: { ...state, chance_counter: -1 }, notes: [`The pile is ${state.pile}.`, "Chance follows."] }) },
};

function lines(from = pileState(), moves: unknown[] = [add(1), add(2), add(3), add(1)]) {
  const set = context();
  set.context.ui = { ...set.context.ui, ...LINES };
  const applied = vi.spyOn(set.fake, "applyAction");
  const line = new LinePreview(set.context);
  line.pick(from, moves[0], moves, NAMES);
  return { ...set, applied, line, from };
}

describe("a line preview", () => {
  it("shows the engine's position after each move, and names the mover", async () => {
    const { line, announced } = lines();
    expect([line.isOpen, line.length, line.shown]).toEqual([false, 4, null]);
    await line.go(1);
    expect(line.shown?.state).toMatchObject({ pile: 1, active_player_id: 1 });
    expect(line.marks).toEqual([{ action: add(1), kind: "line", label: "1", player: 0 }]);
    await line.move(1);
    expect(line.shown?.state).toMatchObject({ pile: 3 });
    expect(line.marks[0]).toMatchObject({ label: "2", player: 1 });
    expect(announced).toEqual(["1 of 4: Ann makes it 1.", "2 of 4: Ben makes it 3."]);
    await line.move(-1);
    expect([line.step, line.follows]).toEqual([1, false]);
  });

  it("ends before the first chance event", async () => {
    const { line, announced } = lines();
    await line.go(99);
    expect([line.step, line.length]).toEqual([3, 3]);
    expect(line.shown?.state).toMatchObject({ pile: 6, chance_counter: -1 });
    expect(line.notes).toEqual(["The pile is 6.", "Chance follows."]);
    expect(announced).toEqual(["3 of 3: Ann makes it 6. The pile is 6. Chance follows."]);
  });

  it("says that the coach looked no further after a line that ends within a round", async () => {
    const { line } = lines(pileState(), [add(1), add(1)]);
    await line.go(1);
    expect(line.notes).toEqual([]);
    await line.go(2);
    expect(line.notes).toEqual(["The coach looked no further."]);
  });

  it("ends where the engine refuses a move, and says why", async () => {
    const { line, announced } = lines(pileState(), [add(1), add(7), add(1)]);
    await line.go(1);
    await line.move(1);
    expect([line.step, line.length, line.notes]).toEqual([1, 1, ["That move is not legal here."]]);
    expect(announced.at(-1)).toBe("1 of 1: Ann makes it 1. That move is not legal here.");
    const bad = lines(pileState(), [add(9), add(1)]).line;
    await bad.go(1);
    expect([bad.isOpen, bad.failure]).toEqual([false, "That move is not legal here."]);
  });

  it("requests every move once, however often the person steps meanwhile", async () => {
    const { line, applied } = lines(pileState(), [add(1), add(1), add(1), add(1)]);
    await Promise.all([line.go(1), line.move(1), line.move(1)]);
    expect([line.step, applied.mock.calls.length]).toEqual([3, 3]);
    await line.go(1);
    await line.go(3);
    expect(applied).toHaveBeenCalledTimes(3);
  });

  it("is not opened by a late answer", async () => {
    const { line, from } = lines();
    const late = line.go(2);
    line.close();
    await late;
    expect(line.isOpen).toBe(false);
    const old = line.go(3);
    line.pick(from, add(2), [add(2), add(2)], NAMES);
    await old;
    expect([line.isOpen, line.pickedAt(from)]).toEqual([false, add(2)]);
    await line.go(1);
    expect(line.shown?.state).toMatchObject({ pile: 2 });
  });

  it("works in a position without a seed", async () => {
    const { line, applied } = lines({ ...pileState(), seed: null } as never);
    await line.go(1);
    expect(applied.mock.calls[0]?.[0]).toMatchObject({ seed: 0 });
  });

  it("is not available in a game without line ends", () => {
    const set = context();
    const line = new LinePreview(set.context);
    line.pick(pileState(), add(1), [add(1), add(1)], NAMES);
    expect(line.length).toBe(0);
  });
});

/** A result of the pile game with a line for each candidate. */
function withLines(action: { add: number } | null): EvaluationView {
  const whole = evaluation(action);
  return { ...whole, candidates: whole.candidates.map((each) => ({ ...each, reasons: [], line: [each.action, add(1), add(1)] })) };
}

async function playing(ui: Partial<GameUi> = LINES) {
  const set = probedDesk(context(), ui);
  const { desk, box } = set;
  await desk.play.restore();
  await desk.play.start(against(FRIEND), 5);
  render(PlayMode, { desk, slug: "pile", box });
  await desk.play.move(add(1));
  await rest();
  const { table } = desk.play;
  const { state, action } = table.session!.decisions[0]!;
  table.coaching.store(0, state, action, withLines(add(1)));
  await rest();
  return { ...set, table };
}

const probe = (): DOMStringMap => screen.getByTestId("probe").dataset;
const pile = (): number => (JSON.parse(probe()["state"] ?? "{}") as PileState).pile;
const key = async (name: string): Promise<void> => {
  await fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
  await rest();
};

describe("the line of a candidate in play", () => {
  it("is stepped through by keys on a disabled board, without changing the game", async () => {
    const { table } = await playing();
    const session = table.session;
    await fireEvent.click(screen.getByTestId("show-line"));
    await rest();
    expect([pile(), probe()["interactive"], probe()["marks"]]).toEqual([3, "false", '[{"add":3}]']);
    expect(screen.getByTestId("preview-banner").textContent).toMatch(/Preview/);
    expect(document.activeElement).toBe(screen.getByTestId("line-next"));
    await key("ArrowRight");
    expect([pile(), screen.getByTestId("line-text").textContent]).toEqual([4, "2 of 3: Player 2 makes it 4."]);
    await key("End");
    expect([pile(), table.line.step]).toEqual([5, 3]);
    expect(screen.getByTestId("line-end").textContent).toMatch(/Chance follows/);
    await key("Home");
    expect(table.line.step).toBe(1);
    await key("Escape");
    expect(screen.queryByTestId("preview-banner")).toBeNull();
    expect(table.session).toBe(session);
    expect(table.view).toBe(0);
    expect(pile()).toBe(0);
  });

  it("is stepped through by buttons; one that becomes disabled passes the focus on", async () => {
    await playing();
    const [, second] = screen.getByTestId("candidates").querySelectorAll("button");
    await fireEvent.click(second!);
    await rest();
    expect([pile(), probe()["marks"]]).toEqual([0, '[{"add":3},{"add":1},{"add":2}]']);
    await fireEvent.click(screen.getByTestId("open-line"));
    await rest();
    expect(pile()).toBe(2);
    await fireEvent.click(screen.getByTestId("line-last"));
    await rest();
    expect([pile(), screen.getByTestId<HTMLButtonElement>("line-next").disabled]).toEqual([4, true]);
    await fireEvent.click(screen.getByTestId("line-back"));
    await fireEvent.click(screen.getByTestId("line-close"));
    await rest();
    expect([pile(), screen.getByTestId("candidates").querySelectorAll('[aria-pressed="true"]').length]).toEqual([0, 1]);
  });

  it("closes when another position comes on the board", async () => {
    const { desk, table } = await playing();
    await fireEvent.click(screen.getByTestId("show-line"));
    await rest();
    expect(table.line.isOpen).toBe(true);
    desk.play.undo();
    await rest();
    expect([table.line.isOpen, currentState(table.session!)["pile"], pile()]).toEqual([false, 0, 0]);
    expect(screen.queryByTestId("line-bar")).toBeNull();
  });

  it("does not take the arrows from a field", async () => {
    const { table } = await playing();
    await fireEvent.click(screen.getByTestId("show-line"));
    await rest();
    const field = document.body.appendChild(document.createElement("input"));
    await fireEvent.keyDown(field, { key: "ArrowRight" });
    await rest();
    expect(table.line.step).toBe(1);
    field.remove();
  });

  it("is absent in a game without lines", async () => {
    await playing({});
    expect(screen.queryByTestId("show-line")).toBeNull();
    await fireEvent.click(screen.getByTestId("candidates").querySelector("button")!);
    await rest();
    expect(screen.queryByTestId("line-bar")).toBeNull();
    expect(screen.getByTestId("main-line").textContent?.trim()).toMatch(/^Line \+3 {2}· {2}\+1 {2}· {2}\+1$/);
  });
});
