/** The engine's validation errors for an edited position, rewritten with names of players and cards. */
import { capital } from "../../../core/words";
import { YOU } from "../../types";
import type { FieldError } from "../../types";
import { cardShort } from "../cards";
import type { Card } from "../cards";

/** A possessive at the start of a sentence: "Your hand", "Left's hand". */
function of(name: string, what: string): string {
  return name === YOU ? `Your ${what}` : `${name}'s ${what}`;
}

function within(name: string): string {
  return name === YOU ? "you" : name;
}

/**
 * The subject of an error, from its path in the state: "What you passed", "Card 3 of trick 1".
 *
 * @param tricks number of tricks, including the current one
 */
function subjectOf(path: string, names: readonly string[], tricks: number): string | null {
  const [field = "", first, second, third] = path.split(".");
  const name = names[Number(first)] ?? "";
  const one = first === undefined;
  switch (field) {
    case "hands":
      if (one) return "The hands";
      return second === undefined ? of(name, "hand") : `A card of ${name === YOU ? "your" : `${name}'s`} hand`;
    case "passed":
    case "received":
      if (one) return `The cards ${field}`;
      return `${second === undefined ? "What" : "A card that"} ${within(name)} ${field}`;
    case "trick_history": {
      const trick = `trick ${Number(first) + 1}`;
      if (second === "cards") return third === undefined ? capital(trick) : `Card ${Number(third) + 1} of ${trick}`;
      if (one) return "The tricks";
      return second === undefined ? capital(trick) : `The ${second} of ${trick}`;
    }
    case "trick":
      return one ? `Trick ${tricks}` : `Card ${Number(first) + 1} of trick ${tricks}`;
    case "scores":
      return one ? "The scores" : of(name, "score");
    case "points":
      return one ? "The points" : of(name, "points");
    case "leader":
      return `The leader of trick ${tricks}`;
    case "options":
      return first === "points_to_end" ? "Points to end the game" : "The rules";
    default:
      return OTHERS[field] ?? null;
  }
}

const OTHERS: Readonly<Partial<Record<string, string>>> = {
  active_player_id: "The player to move",
  phase: "The phase",
  pass_direction: "The pass direction",
};

const PLAYER = /\bplayer ([0-3])\b/g;
const CARD = /\b[2-9TJQKA][CDSH]\b/g;

/** "What you passed should be 3 cards, and not 0: everybody passed three." */
export function faultText({ path, text }: FieldError, names: readonly string[], tricks: number): string {
  const named = text
    .replace(PLAYER, (_, player: string) => within(names[Number(player)] ?? `player ${Number(player) + 1}`))
    .replace(CARD, (card) => cardShort(card as Card));
  const subject = subjectOf(path, names, tricks);
  // A text that starts with a capital is already a whole sentence.
  return subject === null || /^[^a-z]/.test(named) ? named : `${subject} ${named}`;
}
