import { render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import { DICE_INFO } from "../../core/testing/fake-dice";
import { Once } from "../../core/once";
import { GAMES, type PlayedEntry } from "../../games/registry";
import { store } from "../../store";
import { probedDesk } from "../testing/games";
import { against, DICE_UI, diceContext, rest } from "../testing/setup";
import type { Desk } from "./desk.svelte";
import GameScreen from "./GameScreen.svelte";

const entry = { slug: "dice", name: "Dice", rulesetId: DICE_INFO.rulesetId, load: async () => DICE_UI } as unknown as PlayedEntry;
/** The games of the page, with one more while a test of this file runs. */
const games = GAMES as PlayedEntry[];

afterEach(() => {
  games.splice(games.indexOf(entry), 1);
  location.hash = "";
});

it("shows the game on the table again, with the reason, when another one cannot be put there", async () => {
  games.push(entry);
  const { desk, box, context, shelf } = probedDesk(diceContext());
  await desk.play.restore();
  await desk.play.start(against("low"), 5);
  await rest();
  await shelf.settled();
  vi.spyOn(store.games, "read").mockImplementation(() => shelf.games.read(desk.autosave.table));
  let refuse: (reason: Error) => void = () => undefined;
  const swapIn = vi.spyOn(desk.play.saved, "swapIn").mockReturnValue(new Promise((_, reject) => (refuse = reject)));
  const parts = { engine: context.engine, settings: context.settings, box, announce: () => undefined };
  const desks = new Once<Desk>();
  void desks.get(entry.rulesetId, async () => desk);
  const others = { packed: null, challenge: null, entering: false, due: false, outdated: false, onDesk: () => undefined };
  const shown = render(GameScreen, { entry, mode: "play", kept: "dice:play:1", parts, desks, ...others });
  await vi.waitFor(() => expect(swapIn).toHaveBeenCalledOnce());
  await shown.rerender({ kept: null });
  expect((await screen.findAllByText("Opening your game …")).length).toBeGreaterThan(1);
  refuse(new Error("It broke."));
  await rest();
  expect(screen.queryByText("Opening your game …")).toBeNull();
  expect(screen.getByTestId("turn")).toBeTruthy();
  expect(desk.play.saved.notice).toContain("It broke.");
});
