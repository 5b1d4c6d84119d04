/** Announcements for screen readers during a game. */
import { currentState, decisionAt, type GameState } from "../../core/session";
import { SPOKEN, startText } from "../words/narration";
import { PLAY } from "../words/play";
import type { SeatedGame } from "./seated-game.svelte";

/** "New game against Casual. You begin." */
export function startSentence(game: SeatedGame, state: GameState, what: string): string {
  const { info } = game.table.context;
  const against = game.opponentsText;
  const role = against === "" ? undefined : info.roles[game.personAt(null)];
  const mine = against !== "" && game.seats[state.active_player_id] === null;
  return startText(what, against, role, mine);
}

/** A move and its events, without anything that is secret at the table. */
export function moveSentence(game: SeatedGame, index: number): string {
  const { session, context } = game.table;
  if (session === null) return "";
  const { state, action } = decisionAt(session, index);
  const names = game.playerNames;
  const events = context.ui.words.eventsText(decisionAt(session, index + 1).state, names).slice(1);
  const move = game.secretText(state, action) ?? context.ui.words.actionText(action, state);
  return [`${names[state.active_player_id] ?? PLAY.somebody}: ${move}.`, ...events].join(" ");
}

/** The events of a claimed hand. */
export function claimedSentence(game: SeatedGame): string {
  const { session, context } = game.table;
  const events = session === null ? [] : context.ui.words.eventsText(currentState(session), game.playerNames).slice(1);
  return [SPOKEN.claimed, ...events].join(" ");
}
