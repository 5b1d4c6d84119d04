/** The words on the board: labels of the table and the boards, a player's status, and the answer to an illegal move. */
import type { Choice, DestKey } from "../layout";
import { pointsText } from "../../shared/words/points";

export const BOARD_LABEL = "Azul board";
export const TABLE_LABEL = "Factories and centre";
export const CENTER = "Centre";
export const BAG = "Bag";
export const LID = "Lid";
export const TO_MOVE = "To move";
export const WINNER = "Winner";

/** "Centre", with what else a screen reader should say of it. */
export function centerLabel(empty: boolean, hasToken: boolean): string {
  if (empty) return "Centre, empty";
  return hasToken ? "Centre, with the first-player token" : CENTER;
}

/** "Factory 2, empty". */
export function factoryLabel(index: number, empty: boolean): string {
  return `Factory ${index + 1}${empty ? ", empty" : ""}`;
}

export function roundText(round: number): string {
  return `Round ${round}`;
}

/** "Board of Greedy". */
export function playerBoardLabel(name: string): string {
  return `Board of ${name}`;
}

/** "42 points". */
export function scoreLabel(score: number): string {
  return pointsText(score);
}

/** Why the chosen tiles do not go where the player put them. */
export function illegalText(choice: Choice, destination: DestKey): string {
  const where = destination === "floor" ? "The floor line" : `Line ${Number(destination) + 1}`;
  return `${where} cannot take ${choice.color} here.`;
}
