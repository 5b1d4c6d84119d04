/** How to play, in a few sentences, and the board's keys. */
import type { GameHelp } from "../../types";

export const HELP: GameHelp = {
  howTo: [
    "Four play, each for themselves, with 13 cards each. The aim is few points: every heart is 1 point, the queen of spades is 13.",
    "Before play you pass three cards: to the left in the first hand, then to the right, then across; in the fourth hand nobody passes. You see what you get when all have passed.",
    "Whoever then holds the 2 of clubs leads it. Play goes clockwise. You must follow the suit that was led if you can. The highest card of that suit takes the trick and its points, and leads the next one.",
    "In the first trick nobody may play a heart or the queen of spades, unless they hold nothing else.",
    "Hearts may be led once they are broken: when a heart has been played, or when you hold nothing but hearts. Sources differ on whether the queen of spades breaks hearts, too. Here she does, unless you choose otherwise for a new game.",
    "Who takes all 26 points shoots the moon: 0 points for them and 26 for each of the others.",
    "The game ends when somebody has 100 points or more after a hand. The lowest total wins; a tie is shared.",
    "Options of a new game: the jack of diamonds takes 10 points off, the moon takes 26 off the shooter's score instead, any club may be led first, and another number of points ends the game.",
    "Tap a raised card to play it, or drag it to the middle. To pass, tap three cards, then the button.",
    "“What is known” counts for you: which cards are out, who is void in what, and who may hold the queen of spades. Try to know it before you open it.",
  ],
  shortcuts: [
    { keys: "← →", does: "Along your hand" },
    { keys: "2–9 T J Q K A", does: "Go to the next card of that rank" },
    { keys: "Enter or Space", does: "Play the card, or choose it for passing" },
    { keys: "P", does: "Pass the three chosen cards" },
    { keys: "L", does: "Show or hide the last trick" },
    { keys: "Esc", does: "Put the chosen cards back" },
  ],
};
