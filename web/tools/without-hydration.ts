/**
 * Takes out what only pages that a server has rendered need: Svelte's compiler writes, and its runtime guards, the steps by
 * which a component finds its place in existing markup. This page starts empty, and nothing here calls `hydrate`.
 */
import type { Plugin } from "vite";
import { argumentsOf, called, childrenOf, type Node, treeOf } from "./component-syntax.ts";

const STATE = /\/svelte\/src\/internal\/client\/dom\/hydration\.js$/;
const COMPONENT = /\.svelte(?:\.[jt]s)?$/;

/** How many arguments matter; the others say what to make where the server's markup lacks a text. */
const ARGUMENTS: Partial<Record<string, number>> = { child: 1, first_child: 1, only_child: 1, sibling: 2 };
/** Steps that only move the cursor over the server's markup. */
const STEPS = new Set(["reset", "next"]);
/** Where a statement can be left out: elsewhere the next one would take its place. */
const LISTS = new Set(["Program", "BlockStatement", "SwitchCase"]);

/** A part of the text to leave out. */
type Cut = readonly [start: number, end: number];

function isStep(node: Node): boolean {
  return node.type === "ExpressionStatement" && STEPS.has(called(node["expression"] as Node) ?? "");
}

function* cutsIn(node: Node): Iterable<Cut> {
  const needed = ARGUMENTS[called(node) ?? ""];
  if (needed !== undefined) {
    const given = argumentsOf(node);
    const [last, unneeded] = [given[needed - 1], given.at(-1)];
    if (last !== undefined && unneeded !== undefined) yield [last.end, unneeded.end];
  }
  for (const child of childrenOf(node)) {
    if (!isStep(child)) yield* cutsIn(child);
    else if (LISTS.has(node.type)) yield [child.start, child.end];
    else throw new Error(`A step of hydration cannot be left out of ${node.type}`);
  }
}

/**
 * A compiled component without the steps and arguments that only hydration needs.
 *
 * @throws Error if a step stands where it cannot be left out
 */
export function unhydrated(code: string): string {
  const cuts = [...cutsIn(treeOf(code))].sort(([a], [b]) => b - a);
  return cuts.reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), code);
}

/** The runtime's module with its switch as a constant, so that what it guards is left out. */
export function neverHydrating(code: string): string {
  const fixed = code.replace("export let hydrating = false", "export const hydrating = false").replace("hydrating = value;", "");
  if (fixed.length !== code.length + 2 - "hydrating = value;".length) throw new Error("Svelte's switch of hydration has changed");
  return fixed;
}

/** Leaves hydration out of a build. */
export function withoutHydration(): Plugin {
  return {
    name: "hindsight-without-hydration",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (STATE.test(id)) return { code: neverHydrating(code), map: null };
      return COMPONENT.test(id) ? { code: unhydrated(code), map: null } : null;
    },
  };
}
