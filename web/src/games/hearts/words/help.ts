/** The rules in a few sentences, and the board's keyboard shortcuts. */
import type { GameHelp } from "../../types";

export const HELP: GameHelp = {
  howTo: [
    "Four players play for themselves, with 13 cards each. The aim is to take few points: every heart counts 1, the queen of spades 13.",
    "Before play you pass three cards: to the left in the first hand, then to the right, then across; in the fourth hand nobody passes. You see the cards you receive once everybody has passed.",
    "The holder of the 2 of clubs leads it to the first trick. Play goes clockwise, and you must follow suit if you can. The highest card of the suit led takes the trick and its points, and its player leads the next one.",
    "In the first trick nobody may play a heart or the queen of spades, unless they hold nothing else.",
    "Hearts may be led only once they are broken, that is, after a heart has been played, or if you hold nothing but hearts. Here the queen of spades breaks them too, unless you choose otherwise for a new game.",
    "A player who takes all 26 points shoots the moon: that player gets 0 points, and each of the others 26.",
    "The game ends when somebody has 100 points or more after a hand. The lowest total wins; tied players share the win.",
    "Options for a new game: the jack of diamonds takes 10 points off, the moon takes 26 off the shooter's score instead, any club may be led first, and a different number of points ends the game.",
    "Tap a raised card to play it, or drag it to the middle. To pass, tap three cards, then the button.",
    "“What is known to you” keeps count: which cards are out, who is void in which suit, and who may hold the queen of spades.",
    "Luck is what your deal is worth by its cards. How they fall, and what others do, is neither skill nor luck.",
  ],
  shortcuts: [
    { keys: "← →", does: "Move along your hand" },
    { keys: "2–9 T J Q K A", does: "Go to the next card of that rank" },
    { keys: "Enter or Space", does: "Play the card, or choose it for passing" },
    { keys: "P", does: "Pass the three chosen cards" },
    { keys: "L", does: "Show or hide the last trick" },
    { keys: "Esc", does: "Put the chosen cards back" },
  ],
};
