/** Events as sentences, for the log and for screen readers. */
import { plain } from "../../../core/format";
import { YOU } from "../../types";
import { cardName } from "../cards";
import type { HeartsEvent, HeartsState } from "../types";
import { listed } from "../../../core/words";
import { does, nameOf } from "../../shared/words/players";
import { shortCards, directionText } from "./phrases";
import { pointsText } from "../../shared/words/points";

/** The sentences for a state's `last_events`; the first is the move. */
export function eventsText(state: HeartsState, names: readonly string[] = []): string[] {
  return (state.last_events ?? []).map((event) => eventText(event, names));
}

/** An event as a sentence. Cards passed by others are never named, even if the state lists them. */
export function eventText(event: HeartsEvent, names: readonly string[] = []): string {
  switch (event.type) {
    case "play":
      return `${does(names, event.player_id, "play")} the ${cardName(event.card)}.`;
    case "pass": {
      const open = nameOf(names, event.player_id) === YOU && typeof event.cards !== "number" ? shortCards(event.cards) : "three cards";
      return `${does(names, event.player_id, "pass")} ${open}.`;
    }
    case "exchange":
      return "The passed cards change hands.";
    case "hearts_broken":
      return "Hearts are broken.";
    case "trick":
      return `${does(names, event.player_id, "take")} the trick: ${pointsText(event.points)}.`;
    case "moon":
      return `${does(names, event.player_id, "shoot")} the moon.`;
    case "hand_over":
      return `The hand is over: ${tally(event.points, names)}.`;
    case "deal":
      return `Hand ${event.hand} is dealt: ${directionText(event.pass_direction)}.`;
    case "game_over":
      return `Final scores: ${tally(event.scores, names)}.`;
  }
}

/** "You 3, Ann 23, Ben 0 and Cy 0 points" */
export function tally(points: readonly number[], names: readonly string[]): string {
  return `${listed(points.map((each, player) => `${nameOf(names, player)} ${plain(each, 0)}`))} points`;
}
