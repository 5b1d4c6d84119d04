import { beforeEach, describe, expect, it, vi } from "vitest";
import { asPort, FakeEngine, INFO } from "../../core/testing/fake-engine";
import type { GameState } from "../../core/session";
import { PLAIN_UI } from "../../games/testing/plain-ui";
import type { BoardProps, GameUi } from "../../games/types";
import { EngineStore } from "../session/engine.svelte";
import { rehearse } from "./rehearse";

interface Drawn {
  state: GameState;
  legal: unknown[];
}

const never = new AbortController().signal;
const boards: Drawn[] = [];
let forms = 0;

const UI: GameUi = {
  ...PLAIN_UI,
  rulesetId: INFO.rulesetId,
  board: {
    component: (_anchor: unknown, { state, legalActions }: BoardProps) => {
      boards.push({ state: state as GameState, legal: legalActions });
      return {};
    },
  },
  // The form names what chance there is.
  get chance() {
    forms += 1;
    return { name: "luck" };
  },
};

/** An engine that is ready. */
async function ready(fake: FakeEngine = new FakeEngine()): Promise<EngineStore> {
  const engine = new EngineStore(asPort(fake));
  await vi.waitFor(() => expect(engine.ready).toBe(true), 10_000);
  return engine;
}

beforeEach(() => {
  boards.length = 0;
  forms = 0;
});

describe("a rehearsal", () => {
  it("draws the form and the first position with its moves, and leaves the page as it was", async () => {
    document.body.innerHTML = "<p>The start page</p>";
    const before = vi.fn();
    new MutationObserver(before).observe(document.body, { childList: true, subtree: true });
    await rehearse(UI, await ready(), never);
    expect(forms).toBeGreaterThan(0);
    expect(boards).toHaveLength(1);
    expect(boards[0]).toMatchObject({ state: { pile: 0 }, legal: [{ add: 1 }, { add: 2 }, { add: 3 }] });
    expect(document.body.innerHTML).toBe("<p>The start page</p>");
    expect(before).not.toHaveBeenCalled();
  });

  it("evaluates and keeps nothing", async () => {
    const fake = new FakeEngine();
    const kept = { ...localStorage };
    await rehearse(UI, await ready(fake), never);
    expect(fake.asked).toEqual([]);
    expect({ ...localStorage }).toEqual(kept);
  });

  it("ends when the start page is left", async () => {
    const end = new AbortController();
    const going = rehearse(UI, await ready(), end.signal);
    end.abort();
    await going;
    expect([forms, boards]).toEqual([0, []]);
  });

  it("of a game that the engine does not start is left out", async () => {
    class Failing extends FakeEngine {
      override async newGame(): Promise<never> {
        throw new Error("It fails.");
      }
    }
    await rehearse(UI, await ready(new Failing()), never);
    expect(boards).toEqual([]);
  });
});
