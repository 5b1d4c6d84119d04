/** Azul in words: moves, events, and labels for screen readers. */
import { countAt, sourceKey, tileCount, wallColor } from "../layout";
import { pointsText } from "../../shared/words/points";
import { does, nameOf } from "../../shared/words/players";
import { YOU } from "../../types";
import { counted } from "../../../core/words";
import type { Choice } from "../layout";
import type { AzulAction, AzulEvent, AzulState, DraftEvent, FloorLine, PatternLine, Player, Source, Tiles } from "../types";

export function sourceText(source: Source): string {
  return source === "Center" ? "the centre" : `factory ${source.Factory + 1}`;
}

function destinationText(action: AzulAction): string {
  return action.destination === "Floor" ? "the floor line" : `line ${action.destination.PatternLine + 1}`;
}

/** "3 Blue from factory 2 to line 4". */
export function actionText(action: AzulAction, state: AzulState): string {
  const count = countAt(state, sourceKey(action.source), action.color);
  const what = count > 0 ? `${count} ${action.color}` : action.color;
  return `${what} from ${sourceText(action.source)} to ${destinationText(action)}`;
}

/** "F2 Blue→4"; the centre is C, the floor line is floor. */
export function actionShort(action: AzulAction): string {
  const from = action.source === "Center" ? "C" : `F${action.source.Factory + 1}`;
  const to = action.destination === "Floor" ? "floor" : String(action.destination.PatternLine + 1);
  return `${from} ${action.color}→${to}`;
}

/** The sentences of a state's `last_events`, in order. */
export function eventsText(state: AzulState, names: readonly string[] = []): string[] {
  const scores = state.players.map((player) => player.score ?? 0);
  return (state.last_events ?? []).map((event) => eventText(event, names, scores));
}

/** Who won, in a sentence. The event already accounts for the tie-break. */
export function resultText(state: AzulState, names: readonly string[] = []): string {
  const winner = winnerOf(state);
  if (winner === null) return "The game is a draw.";
  const loser = nameOf(names, 1 - winner);
  return loser === YOU ? "You lost." : `${nameOf(names, winner)} won.`;
}

/** The winner of a finished game; both players after a draw. */
export function winnersOf(state: AzulState): readonly number[] {
  const winner = winnerOf(state);
  return winner === null ? [0, 1] : [winner];
}

function winnerOf(state: AzulState): number | null {
  const end = (state.last_events ?? []).find((event) => event.type === "game_over");
  if (end !== undefined) return end.winner;
  const [first, second] = (state.returns ?? []).map((value) => value ?? 0);
  if (first === undefined || second === undefined || first === second) return null;
  return first > second ? 0 : 1;
}

/** "3 tiles". */
export function tilesText(count: number): string {
  return counted(count, "tile");
}

/** One event as one sentence; `scores` are those at the end of the game. */
export function eventText(event: AzulEvent, names: readonly string[] = [], scores: readonly number[] = []): string {
  switch (event.type) {
    case "draft":
      return draftText(event, names);
    case "tile":
      return `${does(names, event.player_id, "move")} ${event.color} to the wall in row ${event.row + 1}: +${event.points}.`;
    case "penalty":
      return `${does(names, event.player_id, "lose")} ${pointsText(-event.points)} for the floor line.`;
    case "bonus":
      return `${does(names, event.player_id, "get")} +${event.points} for ${bonusText(event.kind, event.index)}.`;
    case "refill": {
      const lid = event.lid_returned ? " The lid went back into the bag." : "";
      return `Round ${event.round_number} begins: ${tilesText(event.tiles)} on the factories.${lid}`;
    }
    case "game_over": {
      const result = event.winner === null ? "The game is a draw" : does(names, event.winner, "win");
      const points = event.winner === 1 ? scores.toReversed() : scores;
      return points.length > 0 ? `${result}, ${points.join(" to ")}.` : `${result}.`;
    }
  }
}

function draftText(event: DraftEvent, names: readonly string[]): string {
  const to = event.destination === "Floor" ? "the floor line" : `line ${event.destination.PatternLine + 1}`;
  const token = event.took_token ? " with the first-player token" : "";
  const spills: string[] = [];
  if (event.destination !== "Floor" && event.to_floor > 0) spills.push(`${tilesText(event.to_floor)} to the floor line`);
  if (event.to_lid > 0) spills.push(`${tilesText(event.to_lid)} to the lid`);
  const spill = spills.length > 0 ? `, ${spills.join(" and ")}` : "";
  const what = `${event.count} ${event.color} from ${sourceText(event.source)}${token}`;
  return `${does(names, event.player_id, "take")} ${what} to ${to}${spill}.`;
}

function bonusText(kind: "row" | "column" | "color", index: number): string {
  if (kind === "color") return `all five ${wallColor(0, index)}`;
  return `${kind} ${index + 1}`;
}

/** "Factory 2: 3 Blue". */
export function choiceLabel(choice: Choice, count: number, withToken = false): string {
  const source = choice.source === "C" ? "Centre" : `Factory ${Number(choice.source.slice(1)) + 1}`;
  return `${source}: ${count} ${choice.color}${withToken ? ", with the first-player token" : ""}`;
}

/** "Line 4, holds 2 Blue of 4". */
export function lineLabel(line: PatternLine, row: number): string {
  if (!line.color || !line.count_filled) return `Line ${row + 1}, empty, room for ${line.capacity}`;
  return `Line ${row + 1}, holds ${line.count_filled} ${line.color} of ${line.capacity}`;
}

/** "Floor line, 2 tiles and the first-player token". */
export function floorLabel(floor: FloorLine | undefined): string {
  const parts: string[] = [];
  const tiles = floor?.tiles ?? [];
  if (tiles.length > 0) parts.push(tilesText(tiles.length));
  if (floor?.has_first_player_token) parts.push("the first-player token");
  return `Floor line, ${parts.length > 0 ? parts.join(" and ") : "empty"}`;
}

/** The wall row by row, for screen readers. */
export function wallLabel(player: Player): string {
  const rows = player.wall.map((cells, row) => {
    const colors = cells.flatMap((filled, column) => (filled ? [wallColor(row, column)] : []));
    return `row ${row + 1} ${colors.length > 0 ? colors.join(", ") : "empty"}`;
  });
  return `Wall: ${rows.join("; ")}`;
}

/** "42 tiles: 8 Blue, 9 Yellow, ..." of the bag or the lid. */
export function pileLabel(name: string, tiles: Tiles): string {
  const counts = Object.entries(tiles).filter(([, count]) => count > 0);
  const detail = counts.map(([color, count]) => `${count} ${color}`).join(", ");
  const total = tileCount(tiles);
  return total === 0 ? `${name}: empty` : `${name}: ${tilesText(total)} (${detail})`;
}

/** The announcement when tiles have been chosen. */
export function chosenText(choice: Choice, count: number, destinations: ReadonlySet<string>): string {
  const lines = [...destinations].filter((key) => key !== "floor").map((key) => Number(key) + 1);
  const places = lines.map((line) => `line ${line}`);
  if (destinations.has("floor")) places.push("the floor line");
  const last = places.pop();
  const list = places.length > 0 ? `${places.join(", ")} or ${last}` : (last ?? "nowhere");
  return `${choiceLabel(choice, count)} chosen. They can go to ${list}.`;
}
