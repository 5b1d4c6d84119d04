/** Cards as rank and suit, "QS": their order, names and signs. */
export const SUITS = ["C", "D", "S", "H"] as const;
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;
export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
export type Card = `${Rank}${Suit}`;

export const QUEEN: Card = "QS";

const SUIT_NAMES: Readonly<Record<Suit, string>> = { C: "clubs", D: "diamonds", S: "spades", H: "hearts" };
const SIGNS: Readonly<Record<Suit, string>> = { C: "♣", D: "♦", S: "♠", H: "♥" };
const RANK_NAMES: Readonly<Partial<Record<Rank, string>>> = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

/** The whole deck in the order of sorted hands: clubs, diamonds, spades, hearts, each from the 2 up. */
export const DECK: readonly Card[] = SUITS.flatMap((suit) => RANKS.map((rank): Card => `${rank}${suit}`));
const PLACES: ReadonlyMap<string, number> = new Map(DECK.map((card, at) => [card, at]));

export function rankOf(card: Card): Rank {
  return card[0] as Rank;
}

export function suitOf(card: Card): Suit {
  return card[1] as Suit;
}

/** The rank as printed on a card: "10", "Q". */
export function rankSign(rank: Rank): string {
  return rank === "T" ? "10" : rank;
}

/** "♠" */
export function suitSign(suit: Suit): string {
  return SIGNS[suit];
}

/** "spades" */
export function suitName(suit: Suit): string {
  return SUIT_NAMES[suit];
}

/** "queen of spades", "10 of hearts" */
export function cardName(card: Card): string {
  const rank = rankOf(card);
  return `${RANK_NAMES[rank] ?? rank} of ${suitName(suitOf(card))}`;
}

/** "Q♠" */
export function cardShort(card: Card): string {
  return rankSign(rankOf(card)) + suitSign(suitOf(card));
}

const SHORT = /(10|[2-9JQKA])([♣♦♠♥])( (?=(?:10|[2-9JQKA])[♣♦♠♥]))?/g;

/** A sentence with the names of cards in place of their signs: "Play queen of spades". */
export function spoken(sentence: string): string {
  return sentence.replace(SHORT, (_, rank: string, sign: string, more?: string) => {
    const suit = SUITS.find((each) => SIGNS[each] === sign) ?? "C";
    return cardName(`${rank === "10" ? "T" : (rank as Rank)}${suit}`) + (more === undefined ? "" : ", ");
  });
}

/** A sorted copy. */
export function sorted(cards: readonly Card[]): Card[] {
  return cards.toSorted((a, b) => (PLACES.get(a) ?? 0) - (PLACES.get(b) ?? 0));
}

/** A key for passed cards that does not depend on their order. */
export function passKey(cards: readonly Card[]): string {
  return sorted(cards).join(" ");
}
