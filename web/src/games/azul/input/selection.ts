/** Choosing a move in two steps, tiles then place. Legal is what the list of legal actions holds, nothing else. */
import { destKey, sourceKey } from "../layout";
import type { Choice, DestKey, SourceKey } from "../layout";
import { COLORS } from "../types";
import type { AzulAction, Color } from "../types";

/** Legal actions by what is taken, then by where it goes. */
export type LegalMap = ReadonlyMap<string, ReadonlyMap<DestKey, AzulAction>>;

export type Placing = { kind: "move"; action: AzulAction } | { kind: "illegal"; action: AzulAction; sentence: string };

export function choiceKey(choice: Choice): string {
  return `${choice.source}|${choice.color}`;
}

/** Groups the legal actions so that a choice finds its destinations at once. */
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

/** Where the chosen tiles may go. */
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

/** What remains chosen after a click on a source: the same again lets go, another one replaces it. */
export function chooseNext(legal: LegalMap, chosen: Choice | null, clicked: Choice): Choice | null {
  if (sameChoice(chosen, clicked) || !canTake(legal, clicked)) return null;
  return clicked;
}

/** A choice that the new list of legal actions no longer allows is let go. */
export function keepIfLegal(legal: LegalMap, chosen: Choice | null): Choice | null {
  return chosen !== null && canTake(legal, chosen) ? chosen : null;
}

/** The action of taking a choice to a place, whether it is legal or not. */
function actionFrom(choice: Choice, destination: DestKey): AzulAction {
  return {
    source: choice.source === "C" ? "Center" : { Factory: Number(choice.source.slice(1)) },
    color: choice.color,
    destination: destination === "floor" ? "Floor" : { PatternLine: Number(destination) },
  };
}

/** The move of the chosen tiles to a place, or a sentence that says it is none. */
export function place(legal: LegalMap, choice: Choice, destination: DestKey): Placing {
  const action = legal.get(choiceKey(choice))?.get(destination);
  if (action !== undefined) return { kind: "move", action };
  const where = destination === "floor" ? "The floor line" : `Line ${Number(destination) + 1}`;
  const tried = actionFrom(choice, destination);
  return { kind: "illegal", action: tried, sentence: `${where} cannot take ${choice.color} here.` };
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
