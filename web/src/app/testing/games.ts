/** Games and desks over the small games, for tests of the modes and their screens. */
import { DrillStore } from "../mistakes/drill-store.svelte";
import { LiveMistakes } from "../mistakes/learning";
import type { GameUi } from "../../games/types";
import type { NewGameChoice } from "../new-game/choice";
import { PlayGame } from "../play/play.svelte";
import { Practice } from "../practise/practise.svelte";
import { Autosave } from "../record/autosave";
import { Review } from "../review/review.svelte";
import type { GameContext } from "../session/context";
import type { Desk } from "../shell/desk.svelte";
import ProbeBoard from "./ProbeBoard.svelte";
import { against, memoryStore, rest, tricksContext, tugContext } from "./setup";

/**
 * A game in progress with its store, and a function that makes moves one after the other.
 *
 * @param name the key of the saved game
 */
export async function startedGame<T extends { context: GameContext }>(set: T, name: string, choice: NewGameChoice, seed = 5) {
  const shelf = memoryStore();
  const box = new DrillStore(memoryStore(), () => 0);
  const play = new PlayGame(set.context, new Autosave(name, shelf), new LiveMistakes(set.context, box));
  await play.restore();
  await play.start(choice, seed);
  await rest();
  const move = async (...actions: unknown[]): Promise<void> => {
    for (const action of actions) {
      await play.move(action);
      await rest();
    }
  };
  return { ...set, play, shelf, box, move };
}

/** A desk whose board shows its props; `changes` override parts of the game's UI. */
export function probedDesk<T extends { context: GameContext }>(set: T, changes: Partial<GameUi> = {}) {
  const ui = { ...set.context.ui, ...changes };
  set.context.ui = { ...ui, board: { ...ui.board, component: ProbeBoard } };
  const box = new DrillStore(memoryStore(), () => 0);
  const shelf = memoryStore();
  const autosave = new Autosave("test", shelf);
  const desk: Desk = {
    context: set.context,
    autosave,
    play: new PlayGame(set.context, autosave),
    practise: new Practice(set.context, box),
    review: new Review(set.context),
  };
  return { ...set, desk, box, shelf };
}

/** A game with two roles in progress. */
export function startedTug(opponent: string, side: number, { seed = 5, options = {}, settings = {} } = {}) {
  return startedGame(tugContext(settings), "tug", against(opponent, side, options), seed);
}

/** The same game restored from its store. */
export async function reloadedTug(shelf: ReturnType<typeof memoryStore>): Promise<PlayGame> {
  const again = new PlayGame(tugContext().context, new Autosave("tug", shelf));
  await again.restore();
  return again;
}

/** A four-player game with hidden cards in progress; mistakes go to the box. */
export async function startedTricks({
  choice = against("low") as NewGameChoice,
  settings = {},
  box = new DrillStore(memoryStore(), () => 0),
} = {}) {
  const set = tricksContext(settings);
  const shelf = memoryStore();
  const play = new PlayGame(set.context, new Autosave("tricks", shelf), new LiveMistakes(set.context, box));
  await play.restore();
  await play.start(choice, 5);
  await rest();
  /** Plays the first legal card `count` times. */
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      await play.move(play.table.legal[0]);
      await rest();
    }
  };
  return { ...set, play, shelf, turns };
}
