/** The state of one game while the page is open: its three modes, which survive changing screens. */
import { loadGameUi, type PlayedEntry } from "../../games/registry";
import { Autosave } from "../record/autosave";
import type { DrillStore } from "../mistakes/drill-store.svelte";
import type { EngineStore } from "../session/engine.svelte";
import { LiveMistakes } from "../mistakes/learning";
import { PlayGame } from "../play/play.svelte";
import { Practice } from "../practise/practise.svelte";
import { Review } from "../review/review.svelte";
import type { Settings } from "../../core/settings";
import type { GameContext } from "../session/context";
import { importGame } from "../session/importing";
import { store } from "../../store";
import { ENGINE } from "../words/site/engine";

export interface Desk {
  context: GameContext;
  play: PlayGame;
  practise: Practice;
  review: Review;
  autosave: Autosave;
}

export interface DeskParts {
  engine: EngineStore;
  settings: Settings;
  box: DrillStore;
  announce: (sentence: string) => void;
}

/** Sets up a game. The engine must be ready. */
export async function openDesk(entry: PlayedEntry, parts: DeskParts): Promise<Desk> {
  // The engine imports a game at the first request: start it now, while the form is shown.
  void importGame(parts.engine.port, entry.rulesetId);
  const ui = await loadGameUi(entry.rulesetId);
  const info = parts.engine.info(entry.rulesetId);
  if (info === undefined) throw new Error(ENGINE.unknownGame(entry.name));
  const { engine, settings } = parts;
  const announce = (sentence: string): void => parts.announce(ui.words.spoken?.(sentence) ?? sentence);
  const context: GameContext = { engine, info, ui, settings, announce };
  const autosave = new Autosave(`${entry.slug}:play`, store);
  const learning = new LiveMistakes(context, parts.box);
  context.graded = (made) => learning.regrade(made);
  const play = new PlayGame(context, autosave, learning);
  const review = new Review(
    context,
    { store, table: `${entry.slug}:review`, played: autosave.table },
    { store, table: autosave.table, play },
  );
  play.saved.open();
  return { context, play, practise: new Practice(context, parts.box), review, autosave };
}
