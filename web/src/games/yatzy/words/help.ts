/** The rules in a few sentences, and the keyboard shortcuts. */
import type { GameHelp } from "../../types";

export const HELP: GameHelp = {
  howTo: [
    "A turn has three throws. After the first and the second, hold the dice you like and throw the others again. You may also stop early.",
    "Then fill one open row of the card, even if it scores nothing: that strikes it out. Fifteen rows, fifteen turns.",
    "Upper rows score the sum of their face. Reach 63 in all six, three of each on average, for a bonus of 50.",
    "One pair, two pairs, three and four of a kind score the dice that match. A full house, three and two of different faces, and chance score the sum of all five.",
    "Small straight is 1 to 5 and scores 15; large straight is 2 to 6 and scores 20. Yatzy, five of a kind, scores 50.",
    "Tap dice to hold them, press Throw, and tap a row to score. Each open row shows what it would score now; a crossed-out 0 would strike it out.",
    "With real dice, enter how they fell: tap the faces, or type five digits.",
  ],
  shortcuts: [
    { keys: "1 – 5", does: "Hold or release a die" },
    { keys: "T or Enter", does: "Throw the dice that are not held" },
    { keys: "Tab, then arrows", does: "Move between the dice, or between open rows" },
    { keys: "Space", does: "Hold the focused die, or score the focused row" },
    { keys: "1 – 6, Backspace", does: "With real dice: enter how they fell" },
  ],
};
