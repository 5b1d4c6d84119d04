/** Choosing a move in two steps: tiles, then destination. Only what the list of legal actions holds is legal. */
import { destKey, sourceKey } from "../layout";
import type { Choice, DestKey, SourceKey } from "../layout";
import { COLORS } from "../types";
import type { AzulAction, Color } from "../types";
import { illegalText } from "../words/board";

/** Legal actions by choice, then by destination. */
export type LegalMap = ReadonlyMap<string, ReadonlyMap<DestKey, AzulAction>>;

export type Placing = { kind: "move"; action: AzulAction } | { kind: "illegal"; action: AzulAction; sentence: string };

export function choiceKey(choice: Choice): string {
  return `${choice.source}|${choice.color}`;
}

/** Groups the legal actions by choice. */
export function groupLegal(actions: readonly AzulAction[]): LegalMap {
  const map = new Map<string, Map<DestKey, AzulAction>>();
  for (const action of actions) {
    const key = choiceKey({ source: sourceKey(action.source), color: action.color });
    let destinations = map.get(key);
    if (destinations === undefined) map.set(key, (destinations = new Map<DestKey, AzulAction>()));
    destinations.set(destKey(action.destination), action);
  }
  return map;
}

/** The legal destinations of the chosen tiles. */
export function destinationsOf(legal: LegalMap, choice: Choice | null): ReadonlySet<DestKey> {
  return new Set(choice === null ? [] : legal.get(choiceKey(choice))?.keys());
}

/** Whether any move takes these tiles. */
export function canTake(legal: LegalMap, choice: Choice): boolean {
  return legal.has(choiceKey(choice));
}

export function sameChoice(a: Choice | null, b: Choice | null): boolean {
  return a === b || (a !== null && b !== null && a.source === b.source && a.color === b.color);
}

/** The choice after a click on a source: the same tiles again put them back, others replace them. */
export function chooseNext(legal: LegalMap, chosen: Choice | null, clicked: Choice): Choice | null {
  if (sameChoice(chosen, clicked) || !canTake(legal, clicked)) return null;
  return clicked;
}

/** The choice, or null when the new legal actions no longer allow it. */
export function keepIfLegal(legal: LegalMap, chosen: Choice | null): Choice | null {
  return chosen !== null && canTake(legal, chosen) ? chosen : null;
}

/** The action that moves a choice to a destination, legal or not. */
function actionFrom(choice: Choice, destination: DestKey): AzulAction {
  return {
    source: choice.source === "C" ? "Center" : { Factory: Number(choice.source.slice(1)) },
    color: choice.color,
    destination: destination === "floor" ? "Floor" : { PatternLine: Number(destination) },
  };
}

/** The move of the chosen tiles to a destination, or a sentence saying that it is not legal. */
export function place(legal: LegalMap, choice: Choice, destination: DestKey): Placing {
  const action = legal.get(choiceKey(choice))?.get(destination);
  if (action !== undefined) return { kind: "move", action };
  const tried = actionFrom(choice, destination);
  return { kind: "illegal", action: tried, sentence: illegalText(choice, destination) };
}

/** All choices in reading order: factories, then the centre; colours in their fixed order. */
export function choicesInOrder(legal: LegalMap): Choice[] {
  const order = (key: string) => {
    const choice = parseChoice(key);
    const source = choice.source === "C" ? 9 : Number(choice.source.slice(1));
    return source * 10 + COLORS.indexOf(choice.color);
  };
  return [...legal.keys()].sort((a, b) => order(a) - order(b)).map(parseChoice);
}

function parseChoice(key: string): Choice {
  const [source, color] = key.split("|") as [SourceKey, Color];
  return { source, color };
}
