/**
 * Writes what Svelte's compiler makes of components in fewer words: the page has hundreds of them, and much of each is the
 * same few steps. `component-steps.mjs` has what takes their place.
 */
import { join } from "node:path";
import { VERSION } from "svelte/compiler";
import type { Plugin } from "vite";
import { allIn, argumentsOf, called, declaredBy, Names, type Node, Rewriting, treeOf } from "./component-syntax.ts";
import { withoutWalks } from "./template-walks.ts";

const COMPONENT = /\.svelte(?:\.[jt]s)?$/;
const STEPS = join(import.meta.dirname, "component-steps.mjs");
/**
 * The version of Svelte whose output is rewritten here. In another one the same calls may do something else, which nothing
 * in the build would notice: it takes this place once the tests beside this file and those in a browser pass with it.
 */
const SVELTE = "5.57.3";

/**
 * Ends a build with a version of Svelte that this was not checked with.
 *
 * @throws Error
 */
export function requireChecked(version: string): void {
  if (version !== SVELTE) throw new Error(`Components are rewritten for Svelte ${SVELTE}, not ${version}: see tools/shorter-components.ts`);
}

/** A call's expression body, or null for a function with statements or of another kind. */
function valueOf(thunk: Node): Node | null {
  const body = thunk["body"] as Node;
  return thunk.type === "ArrowFunctionExpression" && thunk["async"] !== true && body.type !== "BlockStatement" ? body : null;
}

/** The only place of a name in an effect; null if there are several, or if it is inside another function. */
function onlyPlace(name: string, effect: Node): Node | null {
  const places = [...allIn(effect["body"] as Node)].filter((node) => node.type === "Identifier" && node["name"] === name);
  const inner = [...allIn(effect["body"] as Node)].filter(({ type }) => type.includes("Function"));
  const [only, ...more] = places;
  if (only === undefined || more.length > 0 || inner.some(({ start, end }) => start <= only.start && only.end <= end)) return null;
  return only;
}

/**
 * Has effects compute values themselves that the compiler has computed apart. What the values are put into compares them
 * with the old ones in any case.
 */
function withoutApart(tree: Node, text: Rewriting): void {
  for (const node of allIn(tree)) {
    if (called(node) !== "template_effect") continue;
    const [effect, apart, ...more] = argumentsOf(node);
    if (effect === undefined || apart?.type !== "ArrayExpression" || more.length > 0) continue;
    const places = (effect["params"] as Node[]).map((param) => onlyPlace(param["name"] as string, effect));
    const values = (apart["elements"] as Node[]).map(valueOf);
    if (places.length !== values.length || [...places, ...values].includes(null)) continue;
    places.forEach((place, index) => text.put(place!, () => `(${text.written(values[index]!)})`));
    text.put(node, () => `$.template_effect(() => ${text.written(effect["body"] as Node)})`);
  }
}

/** How the compiler renders the part while a test holds, and the one while it does not: `when` in the steps does the same. */
const THEN = /^\$\$render\(([\w$]+)\);$/;
const OTHERWISE = /^\$\$render\(([\w$]+), -1\);$/;

/** Writes conditions with one or two parts as a call with the test and the parts. */
function withShortConditions(tree: Node, names: Names, text: Rewriting): void {
  const declared = new Map<string, { statement: Node; value: Node }>();
  for (const statement of allIn(tree)) {
    const found = declaredBy(statement);
    if (found !== null && names.isOnly(found.name) && names.places(found.name).length === 2) {
      declared.set(found.name, { statement, value: found.value });
    }
  }
  for (const node of allIn(tree)) {
    const [anchor, render, ...more] = called(node) === "if" ? argumentsOf(node) : [];
    const [only, ...others] = ((render?.["body"] as Node | undefined)?.["body"] ?? []) as Node[];
    if (anchor === undefined || only?.type !== "IfStatement" || others.length > 0) continue;
    const alternate = only["alternate"] as Node | null;
    const then = THEN.exec(text.original(only["consequent"] as Node))?.[1];
    const otherwise = alternate === null ? null : OTHERWISE.exec(text.original(alternate))?.[1];
    if (then === undefined || otherwise === undefined) continue;
    const part = (name: string | null): string => {
      const own = declared.get(name ?? "");
      return own === undefined ? String(name) : text.written(own.value);
    };
    for (const name of [then, otherwise]) {
      const own = declared.get(name ?? "");
      if (own !== undefined) text.put(own.statement, () => "");
    }
    text.put(node, () => {
      const rest =
        more.length > 0 ? [part(otherwise), ...more.map((each) => text.written(each))] : otherwise === null ? [] : [part(otherwise)];
      return `$steps.when(${[text.written(anchor), `() => (${text.written(only["test"] as Node)})`, part(then), ...rest].join(", ")})`;
    });
  }
}

/** A compiled component in fewer words. */
export function shorter(code: string): string {
  const tree = treeOf(code);
  const names = new Names(tree);
  const text = new Rewriting(code);
  withoutWalks(tree, names, text);
  withoutApart(tree, text);
  withShortConditions(tree, names, text);
  return `import * as $steps from ${JSON.stringify(STEPS)};\n${text.written({ ...tree, start: 0, end: code.length })}`;
}

/** Shortens the components of a build. */
export function shorterComponents(): Plugin {
  return {
    name: "hindsight-shorter-components",
    apply: "build",
    enforce: "post",
    buildStart: () => requireChecked(VERSION),
    transform: (code, id) => (COMPONENT.test(id) ? { code: shorter(code), map: null } : null),
  };
}
