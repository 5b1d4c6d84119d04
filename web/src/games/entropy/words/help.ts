/** The rules in a few sentences, and the keyboard shortcuts. */
import type { GameHelp } from "../../types";

export const HELP: GameHelp = {
  howTo: [
    "Chaos draws a token from the bag and puts it on any empty cell. Then Order may slide one token along its row or column, any distance through empty cells, or pass. They alternate until the board is full.",
    "Order scores every palindrome in a row or column: two or more tokens that read the same from both ends. Each scores its length, and a palindrome inside another counts too.",
    "Red Red is 2 points, Red Green Red 3, Red Red Red 7, Red Green Green Red 6. An empty cell breaks a line, and diagonals do not count.",
    "Order wants a high score, Chaos a low one. Two games with roles swapped make a match: the higher Order score wins.",
    "The bag starts with seven tokens of each of seven colours, or five of five on the small board. Beside the board you see what is left, and how likely each colour comes next.",
    "The score of each row and column is at its end. Point at it, or move there with the arrow keys, to see its palindromes.",
    "Three figures look ahead. A row or column has what it would score without slides, with tokens placed at random; the coach’s moves, the final score with best play on both sides; the chart, the average of games, which is higher than that.",
    "As Order, tap a token and then a cell that lights up, or drag it there. As Chaos, tap a cell, or drag the drawn token to it.",
  ],
  shortcuts: [
    { keys: "Arrows", does: "Move between cells, and to the scores at the ends of lines" },
    { keys: "Enter or Space", does: "Pick up a token and put it down, or place the drawn one" },
    { keys: "Esc", does: "Release the token" },
    { keys: "P", does: "Pass, as Order" },
  ],
};
