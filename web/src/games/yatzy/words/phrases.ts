/** Moves, events and results of Yatzy in words, and labels of dice for screen readers. */
import { listed as listedWords } from "../../../core/words";
import { does, nameOf } from "../../shared/words/players";
import { YOU } from "../../types";
import { categoryName } from "../card";
import { countHeld, keptValues } from "../dice";
import type { Category, Die, YatzyAction, YatzyEvent, YatzyState } from "../types";

const COUNTS = ["no", "one", "two", "three", "four", "five"];

/** "4 4 6" */
function listed(dice: readonly Die[]): string {
  return dice.map((die) => die ?? "?").join(" ");
}

/** "Keep 4 4 6", "Throw all five", "Score 18 in Sixes", "Strike out Yatzy", "Enter 3 4 6 6 1". */
export function actionText(action: YatzyAction, state: YatzyState): string {
  if ("keep" in action) return keepText(action.keep, state.dice);
  if ("enter" in action) return `Enter ${listed(action.enter)}`;
  const points = state.points?.[action.score];
  return points === undefined ? `Score ${categoryName(action.score)}` : scoreText(action.score, points);
}

function keepText(keep: readonly boolean[], dice: readonly Die[]): string {
  const held = countHeld(keep);
  if (held === 0) return "Throw all five";
  return held === dice.length ? "Keep all five" : `Keep ${listed(keptValues(dice, keep))}`;
}

/** "Score 18 in Sixes", "Strike out Yatzy". */
export function scoreText(category: Category, points: number): string {
  return points === 0 ? `Strike out ${categoryName(category)}` : `Score ${points} in ${categoryName(category)}`;
}

/** The label of the throw button: "Throw three dice". */
export function throwText(held: readonly boolean[]): string {
  const thrown = held.length - countHeld(held);
  if (thrown === 0) return "Keep all five";
  if (thrown === held.length) return "Throw all five";
  return `Throw ${COUNTS[thrown]} ${thrown === 1 ? "die" : "dice"}`;
}

/** A move in short: the places of the held dice, "Hold 1·34·"; a row's name; or the entered dice, "= 34661". */
export function actionShort(action: YatzyAction): string {
  if ("score" in action) return categoryName(action.score);
  if ("enter" in action) return `= ${action.enter.join("")}`;
  const places = action.keep.map((kept, place) => (kept ? String(place + 1) : "·")).join("");
  return countHeld(action.keep) === 0 ? "Throw all" : `Hold ${places}`;
}

/** "2 throws left". */
export function throwsText(left: number): string {
  return `${left === 0 ? "No" : left} ${left === 1 ? "throw" : "throws"} left`;
}

/** The sentences of a state's `last_events`, in order. */
export function eventsText(state: YatzyState, names: readonly string[] = []): string[] {
  return (state.last_events ?? []).map((event) => eventText(event, names));
}

/** One event as one sentence. */
export function eventText(event: YatzyEvent, names: readonly string[] = []): string {
  switch (event.type) {
    case "keep":
      return keptText(event.keep, event.dice, does(names, event.player_id, "keep"), does(names, event.player_id, "throw"));
    case "throw":
      return `The dice show ${listed(event.dice)}. ${throwsText(event.rolls_left)}.`;
    case "enter":
      return `${does(names, event.player_id, "enter")} ${listed(event.dice)}. ${throwsText(event.rolls_left)}.`;
    case "score": {
      const row = categoryName(event.category);
      if (event.points === 0) return `${does(names, event.player_id, "strike")} out ${row}.`;
      return `${does(names, event.player_id, "score")} ${event.points} in ${row}.`;
    }
    case "bonus":
      return `${does(names, event.player_id, "get")} the bonus: ${event.points} points.`;
    case "turn": {
      const name = nameOf(names, event.player_id);
      return `${name === YOU ? "Your" : `${name}'s`} turn ${event.turn} of 15.`;
    }
    case "game_over":
      return `${outcome(event.winner, event.returns, names, true)}.`;
  }
}

function keptText(keep: readonly boolean[], dice: readonly Die[], keeps: string, throws: string): string {
  const held = countHeld(keep);
  if (held === 0) return `${throws} all five dice.`;
  return held === dice.length ? `${keeps} all five dice.` : `${keeps} ${listed(keptValues(dice, keep))}.`;
}

/** The winner and the scores, or the score of a solitaire game. */
function outcome(winner: number | null, returns: readonly number[], names: readonly string[], withScores: boolean): string {
  const [only] = returns;
  if (returns.length === 1) return `${nameOf(names, 0)} scored ${only}`;
  if (returns.length > 2) return outcomeOfMany(returns, names, withScores);
  const points = (winner === 1 ? returns.toReversed() : returns).join(" to ");
  if (winner === null) return withScores ? `The game is a draw, ${points}` : "The game is a draw";
  if (withScores) return `${does(names, winner, "win")}, ${points}`;
  if (nameOf(names, winner) === YOU) return "You won";
  return names.includes(YOU) ? "You lost" : `${nameOf(names, winner)} won`;
}

/** "Ann wins with 250; Bob 240 and Cleo 231", "Ann and Bob share the win with 250; Cleo 231". */
function outcomeOfMany(returns: readonly number[], names: readonly string[], withScores: boolean): string {
  const best = Math.max(...returns);
  const players = returns.map((_, player) => player).toSorted((a, b) => returns[b]! - returns[a]! || a - b);
  const winners = players.filter((player) => returns[player] === best);
  const others = players.filter((player) => returns[player] !== best);
  const [winner = 0] = winners;
  if (withScores) {
    const who = listedWords(winners.map((player) => nameOf(names, player)));
    const wins = winners.length === 1 ? does(names, winner, "win") : `${who} share the win`;
    const rest = others.length === 0 ? "" : `; ${listedWords(others.map((player) => `${nameOf(names, player)} ${returns[player]}`))}`;
    return `${wins} with ${best}${rest}`;
  }
  if (winners.length > 1) return `${listedWords(winners.map((player) => nameOf(names, player)))} share the win`;
  if (nameOf(names, winner) === YOU) return "You won";
  return names.includes(YOU) ? "You lost" : `${nameOf(names, winner)} won`;
}

/** The result of a finished game in a sentence: "You won.", "You scored 254." */
export function resultText(state: YatzyState, names: readonly string[] = []): string {
  const event = state.last_events?.find((each) => each.type === "game_over");
  const returns = (event?.returns ?? state.returns ?? []).map((value) => value ?? 0);
  const best = Math.max(...returns);
  const ahead = returns.filter((points) => points === best).length > 1 ? null : returns.indexOf(best);
  return `${outcome(event === undefined ? ahead : event.winner, returns, names, false)}.`;
}

/** "Die 3: 5, held". */
export function dieLabel(place: number, die: Die, held: boolean): string {
  const shown = die === null ? "to be thrown" : String(die);
  return `Die ${place + 1}: ${shown}${held ? ", held" : ""}`;
}
