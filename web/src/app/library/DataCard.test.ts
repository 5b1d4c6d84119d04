import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StoreError } from "../../store";
import { memoryStore } from "../../store/testing/memory";
import { DATA } from "../words/library";
import DataCard from "./DataCard.svelte";
import { exportData, MAX_FILE_CHARS } from "./exchange";

const GAME = JSON.stringify({
  format: "hindsight-game",
  version: 1,
  ruleset_id: "pile",
  initial_state: { ruleset_id: "pile" },
  actions: [1],
});
const CARD = { id: "one", state: { ruleset_id: "pile" }, player: 0, loss: -1, box: 0, due: 5, asked: 3 };

/** The card over an empty store, and a function that adds a file with a game and a drill card; it resolves to what is said. */
async function card() {
  const other = memoryStore();
  await other.games.write("azul:play", { text: GAME, known: 0, writer: "a" });
  await other.cards.change([CARD], []);
  const text = await exportData(other, new Date(0));
  const store = memoryStore();
  const onAdded = vi.fn();
  render(DataCard, { store, onAdded });
  const add = async (size: number): Promise<string> => {
    const file = Object.defineProperties(new File([text], "data.json"), { size: { value: size }, text: { value: async () => text } });
    const chooser = screen.getByTestId("import-data");
    Object.defineProperty(chooser, "files", { value: [file] });
    Object.defineProperty(chooser, "value", { value: "", writable: true });
    await fireEvent.change(chooser);
    const outcome = screen.getByTestId("data-outcome");
    await vi.waitFor(() => expect(outcome.textContent).not.toBe(""), { timeout: 8000 });
    return outcome.textContent;
  };
  return { store, onAdded, add };
}

afterEach(() => localStorage.clear());

describe("data from a file", () => {
  it("are shown as far as they were added when the storage refuses midway", async () => {
    const { store, onAdded, add } = await card();
    vi.spyOn(store.cards, "change").mockRejectedValue(new StoreError("full"));
    expect(await add(1000)).toBe(DATA.notWritten);
    expect(await store.games.all()).toHaveLength(1);
    expect(onAdded).toHaveBeenCalledTimes(1);
  });

  it("may have more bytes than characters", async () => {
    expect(await (await card()).add(MAX_FILE_CHARS + 1)).toBe(DATA.added(1, 1, false));
  });

  it("are not read when they are too many for sure", async () => {
    const { onAdded, add } = await card();
    expect(await add(3 * MAX_FILE_CHARS + 1)).toBe(DATA.tooLarge);
    expect(onAdded).not.toHaveBeenCalled();
  });
});
