/** Games and desks over the small games, for tests of the modes and their screens. */
import { DrillStore } from "../mistakes/drill-store.svelte";
import type { GameUi } from "../../games/types";
import type { NewGameChoice } from "../new-game/choice";
import { PlayGame } from "../play/play.svelte";
import { Practice } from "../practise/practise.svelte";
import { Autosave } from "../record/autosave";
import { Review } from "../review/review.svelte";
import type { GameContext } from "../session/context";
import type { Desk } from "../shell/desk.svelte";
import ProbeBoard from "./ProbeBoard.svelte";
import { memoryShelf, rest } from "./setup";

/**
 * A game that has begun, what it is saved on, and a way to make moves one after the other.
 *
 * @param name under which it is saved
 */
export async function startedGame<T extends { context: GameContext }>(set: T, name: string, choice: NewGameChoice, seed = 5) {
  const shelf = memoryShelf();
  const play = new PlayGame(set.context, new Autosave(name, shelf));
  await play.restore();
  await play.start(choice, seed);
  await rest();
  const move = async (...actions: unknown[]): Promise<void> => {
    for (const action of actions) {
      await play.move(action);
      await rest();
    }
  };
  return { ...set, play, shelf, move };
}

/** A desk whose board shows what it is given; `changes` are of what the game offers. */
export function probedDesk<T extends { context: GameContext }>(set: T, changes: Partial<GameUi> = {}) {
  const ui = { ...set.context.ui, ...changes };
  set.context.ui = { ...ui, board: { ...ui.board, component: ProbeBoard } };
  const box = new DrillStore(memoryShelf(), () => 0);
  const autosave = new Autosave("test", memoryShelf());
  const desk: Desk = {
    context: set.context,
    autosave,
    play: new PlayGame(set.context, autosave),
    practise: new Practice(set.context, box),
    review: new Review(set.context),
  };
  return { ...set, desk, box };
}
