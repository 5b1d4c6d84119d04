/** How to play, in a few sentences, and the board's keys. */
import type { GameHelp } from "../../types";

export const HELP: GameHelp = {
  howTo: [
    "Chaos draws a token from the bag and puts it on any empty cell. Then Order may slide one token along its row or column, any distance through empty cells, or pass. So it goes until the board is full.",
    "Order scores every palindrome in a row or column: two or more tokens that read the same from both ends. It scores its length, and one inside another counts too.",
    "Red Red is 2 points, Red Green Red 3, Red Red Red 7, Red Green Green Red 6. An empty cell breaks a line, and diagonals do not count.",
    "Order wants a high score, Chaos a low one. Two games with roles swapped make a match: the higher Order score wins.",
    "The bag holds seven tokens of each of seven colours, on the small board five of five. What is left of each colour, and how likely it comes next, stands beside the board.",
    "What each row and column scores stands at its end: point at it, or go there with the arrow keys, to see its palindromes.",
    "As Order, tap a token and then a cell that lights up, or drag it there. As Chaos, tap a cell, or drag the drawn token to it.",
  ],
  shortcuts: [
    { keys: "Arrows", does: "Go from cell to cell, and to the scores at the ends of lines" },
    { keys: "Enter or Space", does: "Pick a token up and put it down, or place the drawn one" },
    { keys: "Esc", does: "Let go of the token" },
    { keys: "P", does: "Pass, as Order" },
  ],
};
