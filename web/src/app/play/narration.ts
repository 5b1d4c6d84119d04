/** What screen readers are told of a game that is played. */
import { currentState, decisionAt, type GameState } from "../../core/session";
import type { SeatedGame } from "./seated-game.svelte";

/** "New game against Casual. You begin." */
export function startSentence(game: SeatedGame, state: GameState, what: string): string {
  const { info } = game.table.context;
  const against = game.opponentsText;
  const role = against === "" ? undefined : info.roles[game.personAt(null)];
  const mine = against !== "" && game.seats[state.active_player_id] === null;
  const facing = against === "" ? "" : ` against ${against}`;
  return `${what}${facing}.${role === undefined ? "" : ` You are ${role}.`}${mine ? " You begin." : ""}`;
}

/** A move that was made, and what came of it, in words that everybody at the table may hear. */
export function moveSentence(game: SeatedGame, index: number): string {
  const { session, context } = game.table;
  if (session === null) return "";
  const { state, action } = decisionAt(session, index);
  const names = game.playerNames;
  const events = context.ui.words.eventsText(decisionAt(session, index + 1).state, names).slice(1);
  const move = game.secretText(state, action) ?? context.ui.words.actionText(action, state);
  return [`${names[state.active_player_id] ?? "The opponent"}: ${move}.`, ...events].join(" ");
}

/** What became of a hand that was played for the person. */
export function claimedSentence(game: SeatedGame): string {
  const { session, context } = game.table;
  const events = session === null ? [] : context.ui.words.eventsText(currentState(session), game.playerNames).slice(1);
  return ["You claimed the rest.", ...events].join(" ");
}
