/** How to play, in a few sentences, and the board's keys. */
import type { GameHelp } from "../../types";

export const HELP: GameHelp = {
  howTo: [
    "On your turn take all tiles of one colour from a factory or from the centre. What is left on the factory moves to the centre.",
    "Put them on one of your five pattern lines. A line holds one colour, and not one that its row of the wall already has. Tiles that do not fit fall to the floor line and cost points.",
    "Whoever takes from the centre first also takes the first-player token. It goes on their floor line, and they start the next round.",
    "When the table is empty, every complete line sends one tile to the wall. It scores the length of the unbroken run it joins, across and down; on its own it scores 1.",
    "The game ends after a round in which someone completes a row of the wall. Then a full row is worth 2, a full column 7, and all five tiles of a colour 10.",
    "To move, click tiles and then a line, or drag them there.",
  ],
  shortcuts: [
    { keys: "Arrows", does: "Move between tiles, or between lines" },
    { keys: "Enter", does: "Take the tiles, then place them" },
    { keys: "Esc", does: "Put the tiles back" },
    { keys: "Tab", does: "Switch between the table and your board" },
    { keys: "← → Esc", does: "While a line is shown: step through its moves, or return to the game" },
  ],
};
