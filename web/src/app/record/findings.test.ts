/** What a review finds out goes to the moves that it is about, in this game and in no other one. */
import { describe, expect, it } from "vitest";
import { fingerprint } from "../../core/fingerprint";
import type { GameInfo } from "../../core/engine-port";
import { sessionOf, type GameState, type Session } from "../../core/session";
import { evaluation, INFO, pileState } from "../../core/testing/fake-engine";
import type { About, Games } from "../../store";
import { amendGame, annotateGame, findingsSince, withFindings } from "./findings";
import type { GameRecord } from "./record";

const GRADE = evaluation({ add: 1 });
const START = pileState(0);

/** A game of these moves, by what is added to the pile. */
function session(...adds: number[]): Session {
  let pile = 0;
  const states = [START, ...adds.map((add, index) => pileState((pile += add), (index + 1) % 2))];
  return sessionOf(
    states,
    adds.map((add) => ({ add })),
  );
}

function record(adds: readonly number[], graded: readonly number[] = []): GameRecord {
  const evaluations = adds.map((_, index) => (graded.includes(index) ? GRADE : null));
  return { initial_state: START, actions: adds.map((add) => ({ add })), evaluations, cursor: adds.length } as unknown as GameRecord;
}

const gradedIn = ({ evaluations = [] }: GameRecord): number[] => evaluations.flatMap((each, index) => (each === null ? [] : [index]));
const at = (index: number) => ({ index, action: { add: 1 }, found: { evaluation: GRADE } });

describe("another version of a game", () => {
  it("gives what it knows of the moves that both share, and of no others", () => {
    expect(gradedIn(withFindings(record([1, 2, 3]), record([1, 2, 9], [0, 2]))!)).toEqual([0]);
    expect(gradedIn(withFindings(record([1, 2, 3], [1]), record([1, 2, 3], [0, 2]))!)).toEqual([0, 1, 2]);
  });

  it("gives the evaluation that took more work, whichever has it", () => {
    const longer = { ...GRADE, metadata: { ...GRADE.metadata, nodes: 1000 } };
    const long = { ...record([1, 2], [0]), evaluations: [longer, null] } as GameRecord;
    const short = record([1, 2], [0, 1]);
    expect(withFindings(short, long)!.evaluations).toEqual([longer, GRADE]);
    expect(withFindings(long, short)!.evaluations).toEqual([longer, GRADE]);
  });

  it("gives nothing if it shares no move, or starts elsewhere", () => {
    expect(withFindings(record([1, 2]), record([3, 2], [0, 1]))).toBeNull();
    const elsewhere = { ...record([1, 2], [0]), initial_state: pileState(4) } as GameRecord;
    expect(withFindings(record([1, 2]), elsewhere)).toBeNull();
  });
});

describe("a game on a table", () => {
  function annotated(moves: readonly number[], start = fingerprint(START)): { taken: boolean; moves: number[] } {
    const noted: number[] = [];
    const table = { session: session(1, 2, 3), annotate: (index: number) => void noted.push(index) };
    const actions = moves.map((add) => ({ add }));
    return { taken: annotateGame(table, start, actions, [at(0), at(1), at(2)].slice(0, moves.length)), moves: noted };
  }

  it("takes findings about the moves that it has", () => {
    expect(annotated([1, 2, 3])).toEqual({ taken: true, moves: [0, 1, 2] });
    expect(annotated([1, 2])).toEqual({ taken: true, moves: [0, 1] });
  });

  it("takes none about a move that was played differently there, nor any about another game", () => {
    expect(annotated([1, 9, 3])).toEqual({ taken: false, moves: [0] });
    expect(annotated([1, 2, 3], fingerprint(pileState(4)))).toEqual({ taken: false, moves: [] });
  });
});

describe("a saved game", () => {
  const ABOUT = { moves: 3, graded: 7, lost: 5, unit: INFO.unit, over: true } as unknown as About;

  async function amended(saved: readonly number[], whole = false) {
    let [text, about] = [JSON.stringify(record(saved)), ABOUT];
    const games = {
      amend: (_key: string, change: (text: string, about: About) => { text: string; about?: About | null } | null) => {
        const changed = change(text, about);
        if (changed !== null) [text, about] = [changed.text, changed.about!];
        return Promise.resolve(changed !== null);
      },
    } as unknown as Games;
    const before = session(1, 2);
    const now = { ...before, decisions: before.decisions.map((each, index) => (index === 1 ? { ...each, evaluation: GRADE } : each)) };
    const findings = findingsSince(before.decisions, now.decisions);
    const parts = { info: INFO as unknown as GameInfo, session: now, findings, counts: (_: GameState) => true };
    const taken = await amendGame(games, "pile:play", parts, whole);
    return { taken, graded: gradedIn(JSON.parse(text) as GameRecord), about };
  }

  it("has the findings, and the losses of its decisions in its summary", async () => {
    expect(await amended([1, 2])).toMatchObject({ taken: true, graded: [1], about: { graded: 1 } });
  });

  it("keeps the summary of other decisions than the review knows, if it went on", async () => {
    expect(await amended([1, 2, 3])).toEqual({ taken: true, graded: [1], about: ABOUT });
  });

  it("that differs from the reviewed one is left alone where only the whole game is looked for", async () => {
    expect(await amended([1, 9])).toEqual({ taken: false, graded: [], about: ABOUT });
    expect(await amended([1, 9], true)).toEqual({ taken: false, graded: [], about: ABOUT });
  });
});
