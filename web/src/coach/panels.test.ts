import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { annotate, play, startSession, type Session } from "../core/session";
import { DICE_INFO, diceEvaluation, diceState, type DiceAction } from "../core/testing/fake-dice";
import { evaluation, INFO, pileState } from "../core/testing/fake-engine";
import type { EvaluationView } from "../core/types";
import { PLAIN_UI } from "../games/testing/plain-ui";
import CandidateList from "./decision/CandidateList.svelte";
import EnginePanel from "./telemetry/EnginePanel.svelte";
import GradeCard from "./decision/GradeCard.svelte";
import KindsPanel from "./game/KindsPanel.svelte";
import { kindsOf, lossesByKind } from "./game/kinds";
import MoveList from "./game/MoveList.svelte";
import Timeline from "./game/Timeline.svelte";
import { textParts } from "./text/words";

/** An unfinished grading: what is not known yet is null. */
function unfinished(): EvaluationView {
  const whole = evaluation({ add: 1 });
  return { ...whole, confidence: null, deltaStderr: null, winProbability: null, metadata: { ...whole.metadata, endedBy: null } };
}

const SCALE = { bands: INFO.grades, unit: "points", win: false, verdicts: false, limits: [] };
const GRADE = { scale: SCALE, played: "add 1", best: "add 3", bestPlayed: false, quiet: "" };

describe("unfinished evaluations", () => {
  it("leave unknown figures out of the grade", () => {
    render(GradeCard, { ...GRADE, evaluation: unfinished(), settled: true });
    expect(screen.getByTestId("confidence").textContent).toBe("so far");
    expect(screen.getByTestId("delta").textContent).toBe("\u22124.0 points");
    expect(document.body.textContent).not.toMatch(/null|NaN|undefined/);
  });

  it("say so until the grade is final, also after they were stopped", async () => {
    const graded = (settled: boolean, evaluation: EvaluationView) => ({ ...GRADE, evaluation, settled });
    const whole = evaluation({ add: 1 });
    const { rerender } = render(GradeCard, graded(false, whole));
    const figures = () => screen.getByTestId("confidence").textContent?.trim();
    expect(figures()).toBe("± 0.2, so far");
    await rerender(graded(true, { ...unfinished(), deltaStderr: 0.1, confidence: 0.9 }));
    expect(figures()).toBe("± 0.2, so far");
    await rerender(graded(true, whole));
    expect(figures()).toBe("± 0.2, grade 90% sure");
    // The best move costs nothing, whatever the error of its lead.
    await rerender({ ...graded(true, whole), bestPlayed: true });
    expect(figures()).toBe("grade 90% sure");
  });

  it("have sentences that Tab reaches from the moment on at which they are too long", async () => {
    const told = (text: string): EvaluationView => ({ ...evaluation({ add: 1 }), feedback: [{ category: "best", text, delta: 0 }] });
    // The elements have sizes, but no frame is drawn that would report them.
    vi.spyOn(ResizeObserver.prototype, "observe").mockReturnValue(undefined);
    vi.spyOn(Element.prototype, "scrollHeight", "get").mockImplementation(function (this: Element) {
      return this.textContent.length;
    });
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(20);
    const { rerender } = render(GradeCard, { ...GRADE, evaluation: told("Short."), settled: true });
    const list = screen.getByTestId("reasons");
    expect(list.tabIndex).toBe(-1);
    await rerender({ ...GRADE, evaluation: told("Much longer than its room is high."), settled: true });
    expect(list.tabIndex).toBe(0);
    vi.restoreAllMocks();
  });

  it("give a hint without a reason, and one with it when it is final", async () => {
    const hint = { ...evaluation(null), feedback: [{ category: "best", text: "Keep ·RG··B· open.", delta: 0 }] };
    const { rerender } = render(GradeCard, { ...GRADE, evaluation: hint, settled: false });
    expect(screen.getByTestId("hint").textContent).toBe("Best so far");
    expect(screen.queryByTestId("reasons")).toBeNull();
    await rerender({ ...GRADE, evaluation: hint, settled: true });
    expect(screen.getByTestId("hint").textContent).toBe("Best move");
    expect(screen.getByTestId("reasons").textContent.trim()).toBe("Keep ·RG··B· open.");
    expect(document.querySelector(".pattern")?.textContent).toBe("·RG··B·");
    const more = ["Two.", "Three.", "Four."].map((text) => ({ category: "best", text, delta: 0 }));
    await rerender({ ...GRADE, evaluation: { ...hint, feedback: [...hint.feedback, ...more] }, settled: true });
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent.trim())).toEqual(["Keep ·RG··B· open.", "Two.", "Three."]);
    await rerender({ ...GRADE, evaluation: { ...hint, feedback: [] }, settled: true });
    expect(screen.queryByTestId("reasons")).toBeNull();
  });

  it("let Tab reach the sentences where they are longer than their room, and only there", async () => {
    const high = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(200);
    const room = vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(160);
    const { rerender } = render(GradeCard, { ...GRADE, evaluation: evaluation({ add: 1 }), settled: true });
    expect(screen.getByTestId("reasons").tabIndex).toBe(0);
    high.mockReturnValue(160);
    await rerender({ evaluation: evaluation({ add: 2 }) });
    expect(screen.getByTestId("reasons").tabIndex).toBe(-1);
    high.mockRestore();
    room.mockRestore();
  });

  it("are marked as still thinking in the engine panel", () => {
    const nothing = (): void => undefined;
    render(EnginePanel, {
      ui: PLAIN_UI,
      evaluation: unfinished(),
      state: pileState(),
      memory: null,
      onCopyState: nothing,
      onMeasure: nothing,
    });
    expect(screen.getByText("still thinking")).toBeTruthy();
    expect(screen.queryByText("Error of the loss")).toBeNull();
    expect(document.body.textContent).not.toMatch(/null|NaN|undefined/);
  });
});

const NOTHING = (): void => undefined;

/** A two-player dice game with these moves: action, player, and whether it was graded. */
function diceGame(...moves: (readonly [DiceAction, number, boolean])[]): Session {
  const start = { ...diceState(2), die: 4 };
  let session = startSession(start);
  moves.forEach(([action, player, graded], index) => {
    const left = index % 2 === 0 ? 1 : 0;
    const before = { ...start, active_player_id: player, left };
    const decisions = session.decisions.slice();
    decisions[index] = { ...decisions[index]!, state: before };
    session = play({ decisions, cursor: index }, action, start);
    if (graded) session = annotate(session, index, action, { evaluation: diceEvaluation(before, action) });
  });
  return session;
}

const TAKE = { take: true } as const;
const AGAIN = { again: true } as const;

describe("exact values", () => {
  const shown = (result: EvaluationView): void => {
    render(GradeCard, { ...GRADE, evaluation: result, settled: true });
  };

  it("are marked exact", () => {
    shown(diceEvaluation(diceState(), TAKE));
    expect(screen.getByTestId("confidence").textContent).toBe("exact");
    expect(screen.getByTestId("delta").textContent).toBe("\u22120.4 points");
  });

  it("show errors in the unit of the loss: per cent beside a lost chance to win", () => {
    shown(
      evaluation({ add: 3 }, 2, { deltaStderr: 0.5, confidence: 1, metadata: { ...evaluation({ add: 1 }).metadata, objective: "win" } }),
    );
    expect(screen.getByTestId("confidence").textContent?.trim()).toMatch(/^± 1\.0%/);
  });

  it("exclude sampled ones, even with the best move found for certain", () => {
    shown(evaluation({ add: 3 }, 2, { deltaStderr: 0, confidence: 1 }));
    expect(screen.getByTestId("confidence").textContent).toBe("grade 100% sure");
    expect(screen.getByTestId("delta").textContent).toBe("0 points");
  });

  it("have no error bars, and no error is mentioned", () => {
    const list = {
      ui: PLAIN_UI,
      state: null,
      user: null,
      settled: true,
      notation: "short",
      unit: "points",
      limits: [],
      shown: null,
      onShow: NOTHING,
    } as const;
    const exact = render(CandidateList, { ...list, evaluation: diceEvaluation(diceState(), null) });
    expect(exact.container.querySelectorAll(".whisker")).toHaveLength(0);
    expect(exact.container.textContent).toMatch(/\u22120\.4/);
    expect(exact.container.textContent).not.toMatch(/give or take/);
    const sampled = render(CandidateList, { ...list, evaluation: evaluation(null) });
    expect(sampled.container.querySelectorAll(".whisker")).toHaveLength(3);
    expect(sampled.container.textContent).toMatch(/, worth \S+ points, give or take 0\.4/);
  });

  it("otherwise show the error, and no verdict if it is too close to call", () => {
    shown(evaluation({ add: 2 }, 2, { deltaStderr: 0.6, confidence: 0.84 }));
    const line = screen.getByTestId("confidence");
    expect([line.textContent?.trim(), line.title]).toEqual([
      "± 1.2, grade 84% sure",
      expect.stringContaining("two standard errors") as string,
    ]);
    cleanup();
    shown(evaluation({ add: 2 }, 2, { deltaStderr: 0.6, confidence: 0.84, tooClose: true }));
    expect(screen.getByTestId("confidence").textContent?.trim()).toBe("± 1.2, too close to call");
    // A poor grade is no verdict there and does not get the colour of one.
    expect(screen.getByTestId("grade").textContent).toContain("≈");
    expect(screen.getByTestId("grade").closest<HTMLElement>(".grade")?.style.getPropertyValue("--tone")).toBe("var(--tone-none)");
  });

  it("are given in the game's own words if it has any", () => {
    const ui = { ...PLAIN_UI, words: { ...PLAIN_UI.words, worthText: (ev: number) => `expected final score ${ev}` } };
    const list = {
      ui,
      state: null,
      user: null,
      settled: true,
      notation: "short",
      unit: "points",
      limits: [],
      shown: null,
      onShow: NOTHING,
    } as const;
    render(CandidateList, { ...list, evaluation: evaluation(null) });
    const first = screen.getAllByRole("button")[0]!;
    expect(first.textContent).toMatch(/, expected final score \S+, give or take 0\.4, best/);
    expect(first.textContent).not.toMatch(/worth/);
    expect(first.title).toMatch(/^expected final score \S+ ± 0\.40 \(two standard errors\)$/);
  });
});

describe("a fault", () => {
  const fault = (extra: object) =>
    ({ ...evaluation({ add: 2 }, 2, { deltaStderr: 1.3, confidence: 0.5, ...extra }), verdict: "mistake" }) as EvaluationView;

  it("says how sure it is in place of an error that may be larger than the loss", () => {
    render(GradeCard, { ...GRADE, scale: { ...GRADE.scale, verdicts: true }, settled: true, evaluation: fault({ worse: 0.73 }) });
    const line = screen.getByTestId("confidence");
    expect(line.textContent?.trim()).toBe("73% sure it is worse");
    expect(line.title).toContain("± 2.6");
    cleanup();
    // A game saved by an earlier version has no probability.
    render(GradeCard, { ...GRADE, scale: { ...GRADE.scale, verdicts: true }, settled: true, evaluation: fault({}) });
    expect(screen.getByTestId("confidence").textContent?.trim()).toBe("± 2.6");
  });

  it("is as sure in the list of moves, and in the candidates", () => {
    const list = {
      ui: PLAIN_UI,
      state: null,
      settled: true,
      notation: "short",
      unit: "points",
      limits: [],
      shown: null,
      onShow: NOTHING,
    } as const;
    render(CandidateList, { ...list, user: { add: 2 }, evaluation: fault({ worse: 0.73 }) });
    const named = screen.getAllByRole("button").filter((row) => row.textContent?.includes("73% sure it is worse"));
    expect(named).toHaveLength(1);
    expect(named[0]?.title).toContain("73% sure it is worse");
  });
});

describe("long candidates", () => {
  it("are abbreviated in the list, and given in full in the tooltip and to screen readers", () => {
    const full = "the queen of spades, the ace and the king of hearts";
    const ui = { ...PLAIN_UI, words: { ...PLAIN_UI.words, actionText: () => full, actionShort: () => "QS AH KH" } };
    const list = {
      ui,
      state: null,
      user: null,
      settled: true,
      notation: "words",
      unit: "points",
      limits: [],
      shown: null,
      onShow: NOTHING,
    } as const;
    render(CandidateList, { ...list, evaluation: evaluation(null) });
    const first = screen.getAllByRole("button")[0]!;
    expect(first.querySelector(".words")?.textContent).toBe("QS AH KH");
    expect(first.title).toMatch(new RegExp(`^${full}\\. `));
    expect(first.textContent).toContain(full);
  });
});

describe("reasons", () => {
  it("set their patterns in a monospaced font", () => {
    const reason = { text: "Row f: \u22120.6, with ·GR··B· instead of RGRGB.", code: "row_f", delta: -0.6 };
    render(GradeCard, {
      ...GRADE,
      settled: true,
      evaluation: { ...evaluation({ add: 1 }), feedback: [reason] } as unknown as EvaluationView,
    });
    const line = screen.getByTestId("reasons").querySelector("li")!;
    expect(line.textContent?.trim()).toBe(reason.text);
    expect([...line.querySelectorAll(".pattern")].map((part) => part.textContent)).toEqual(["·GR··B·", "RGRGB"]);
  });

  it.each(["It keeps the AAAA-team in Row a.", "You may PASS.", "Nothing."])("may contain no pattern: %s", (text) => {
    expect(textParts(text)).toEqual([{ text, pattern: false }]);
  });
});

describe("move list", () => {
  const session = diceGame([TAKE, 0, true], [AGAIN, 1, true], [AGAIN, 0, true], [TAKE, 1, false]);
  const props = {
    ui: PLAIN_UI,
    decisions: session.decisions,
    scaleFor: () => SCALE,
    names: ["You", "One"],
    notation: "short",
    current: 0,
    onGo: NOTHING,
  } as const;

  it("can be limited to moves that lost something, with their numbers", async () => {
    const gone: number[] = [];
    render(MoveList, { ...props, onGo: (index: number) => gone.push(index) });
    expect(screen.getAllByRole("listitem")).toHaveLength(4);
    await fireEvent.click(screen.getByTestId("only-losses"));
    const rows = screen.getAllByRole("listitem");
    expect(rows.map((row) => row.querySelector(".number")?.textContent)).toEqual(["2", "3"]);
    expect(rows[0]?.textContent).toMatch(/\u22120\.4/);
    await fireEvent.click(rows[1]!.querySelector("button")!);
    expect(gone).toEqual([2]);
  });

  it("says when nothing was lost", async () => {
    render(MoveList, { ...props, decisions: diceGame([TAKE, 0, true]).decisions });
    await fireEvent.click(screen.getByTestId("only-losses"));
    expect(screen.getByText("Nothing was lost so far.")).toBeTruthy();
  });
});

describe("losses by kind of decision", () => {
  const { decisions } = diceGame([AGAIN, 0, true], [AGAIN, 0, true], [TAKE, 0, true], [AGAIN, 1, true], [AGAIN, 0, false]);

  it("are summed per player over graded decisions", () => {
    expect(lossesByKind(decisions, 0, DICE_INFO.decisions)).toEqual([
      { code: "first", name: "First throw", count: 2, sum: -0.37, mean: -0.185 },
      { code: "last", name: "Last throw", count: 1, sum: -0.37, mean: -0.37 },
    ]);
    expect(lossesByKind([], 0, DICE_INFO.decisions).map(({ mean }) => mean)).toEqual([0, 0]);
  });

  it("shows no losses by kind of a game that was graded without kinds", async () => {
    const kinds = [{ code: "early", name: "Early" }];
    const found = evaluation({ add: 1 }, 2);
    const graded = (decision: string | null) => [
      { state: pileState(0), action: { add: 1 }, evaluation: { ...found, metadata: { ...found.metadata, decision } }, luck: null },
    ];
    const props = { kinds, unit: "points", players: [0], names: ["You"] };
    const { rerender } = render(KindsPanel, { ...props, decisions: graded(null) });
    expect(screen.queryByTestId("kinds")).toBeNull();
    await rerender({ ...props, decisions: graded("early") });
    expect(screen.getByTestId("kinds").textContent).toContain("Early");
    await rerender({ ...props, decisions: [] });
    expect(screen.queryByTestId("kinds")).not.toBeNull();
  });

  it("list only kinds that the player can face", () => {
    const kinds = [
      { code: "order", name: "Slides" },
      { code: "chaos", name: "Placements" },
      { code: "late", name: "Late" },
    ];
    expect([0, 1].map((player) => kindsOf(kinds, ["Order", "Chaos"], player).map(({ code }) => code))).toEqual([
      ["order", "late"],
      ["chaos", "late"],
    ]);
    expect(kindsOf(kinds, [], 0)).toEqual(kinds);
    const { container } = render(KindsPanel, {
      decisions: [],
      kinds,
      roles: ["Order", "Chaos"],
      unit: "points",
      players: [1],
      names: ["One", "You"],
    });
    expect([...container.querySelectorAll("tr[data-kind]")].map((row) => row.getAttribute("data-kind"))).toEqual(["chaos", "late"]);
  });

  it("have one table per player, with bars on one scale", () => {
    const { container } = render(KindsPanel, {
      decisions,
      kinds: DICE_INFO.decisions,
      unit: "points",
      players: [0, 1],
      names: ["You", "One"],
    });
    expect(screen.getAllByRole("table")).toHaveLength(2);
    const row = container.querySelector('table[data-player="0"] tr[data-kind="first"]');
    expect(row?.textContent?.replaceAll(/\s+/g, " ")).toMatch(/First throw 2\u22120\.4\u22120\.2/);
    const bars = [...container.querySelectorAll<HTMLElement>(".bar")].map((bar) => Math.round(Number.parseFloat(bar.style.width)));
    expect(bars).toEqual([100, 100, 0, 100]);
  });
});

describe("timeline", () => {
  it("marks chance events unless they are too frequent", () => {
    const { decisions } = diceGame([TAKE, 0, true], [TAKE, 0, true], [TAKE, 0, true], [TAKE, 0, true], [TAKE, 0, true]);
    const lucky = (...indexes: number[]) =>
      decisions.map((decision, index) => ({ ...decision, luck: indexes.includes(index) ? [1.5] : [0] }));
    const props = { scaleFor: () => SCALE, unit: "points", player: 0, current: 0, onGo: NOTHING };
    const few = render(Timeline, { ...props, decisions: lucky(3) });
    expect(few.container.querySelectorAll(".chance")).toHaveLength(1);
    const many = render(Timeline, { ...props, decisions: lucky(0, 3) });
    expect(many.container.querySelectorAll(".chance")).toHaveLength(0);
  });

  it("has no bar for an entered throw, and names it for screen readers", () => {
    const session = diceGame([{ enter: 4 }, 0, false], [AGAIN, 0, true]);
    const props = { decisions: session.decisions, scaleFor: () => SCALE, unit: "points", player: 0, onGo: NOTHING };
    const decides = (state: unknown): boolean => state !== session.decisions[0]!.state;
    const { container } = render(Timeline, { ...props, current: 0, decides });
    expect(container.querySelectorAll(".open, .loss")).toHaveLength(1);
    expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("Move 1 of 2, a throw is entered");
  });
});
