/**
 * Svelte's compiler finds the nodes of a template's copy by steps from one to the next, each a call. Here the copy is made
 * together with a list of the nodes that the component uses.
 */
import { argumentsOf, bodiesIn, called, declaredBy, type Names, type Node, type Rewriting, allIn } from "./component-syntax.ts";
import { marked, nodesOf, type Piece } from "./template-marks.ts";

/** A place where a template is copied. */
interface Copy {
  /** The declaration of the copy's root, and the name of that. */
  statement: Node;
  root: string;
  /** The declarations of its other nodes. */
  steps: Node[];
  /** The names of those that are used, by their places. */
  names: Map<number, string>;
}

interface Template {
  call: Node;
  html: string;
  copies: Copy[];
}

const STEPS = new Set(["child", "first_child", "only_child", "sibling"]);
const MAKERS = new Set(["from_html", "from_svg"]);

/** A component's templates by their names. */
function templatesOf(tree: Node): Map<string, Template> {
  const templates = new Map<string, Template>();
  for (const statement of tree["body"] as Node[]) {
    const found = declaredBy(statement);
    if (found === null || !MAKERS.has(called(found.value) ?? "")) continue;
    const [text] = argumentsOf(found.value);
    const [only, ...more] = (text?.["quasis"] ?? []) as { value: { cooked: string; raw: string } }[];
    if (only === undefined || more.length > 0 || only.value.cooked !== only.value.raw) continue;
    templates.set(found.name, { call: found.value, html: only.value.raw, copies: [] });
  }
  return templates;
}

/** The node of a template that an expression leads to, from those that are known; null if it leads elsewhere. */
function reached(expression: Node, known: ReadonlyMap<string, Piece>): Piece | null {
  if (expression.type === "Identifier") return known.get(expression["name"] as string) ?? null;
  const step = called(expression);
  const [from, count] = argumentsOf(expression);
  const start = from === undefined || !STEPS.has(step ?? "") ? null : reached(from, known);
  // The first child of a copy is its first node, by which the copy is known.
  if (start === null || step === "first_child") return start;
  if (step !== "sibling") return start.children[0] ?? null;
  const among = start.parent!.children;
  const passed = count === undefined ? 1 : count["value"];
  return typeof passed === "number" ? (among[among.indexOf(start) + passed] ?? null) : null;
}

/** The node that an expression's steps start from. */
function startOf(expression: Node): Node {
  const [from] = STEPS.has(called(expression) ?? "") ? argumentsOf(expression) : [];
  return from === undefined ? expression : startOf(from);
}

/** How a function finds the nodes of a copy that it makes; null if that is not understood. */
function walked(html: string, root: string, statement: Node, body: readonly Node[], names: Names): Copy | null {
  const first = nodesOf(html)?.children[0];
  if (first === undefined || !names.isOnly(root)) return null;
  const known = new Map([[root, first]]);
  const copy: Copy = { statement, root, steps: [], names: new Map() };
  for (const each of body) {
    const found = declaredBy(each);
    if (found === null || !STEPS.has(called(found.value) ?? "") || !known.has(startOf(found.value)["name"] as string)) continue;
    const piece = reached(found.value, known);
    if (piece === null || !names.isOnly(found.name)) return null;
    known.set(found.name, piece);
    copy.steps.push(each);
  }
  const within = new Set(copy.steps.flatMap((step) => [...allIn(step)]));
  known.delete(root);
  for (const [name, { place }] of known) {
    if (names.places(name).every((node) => within.has(node))) continue;
    // The list of a copy's nodes has one name for each.
    if (copy.names.has(place)) return null;
    copy.names.set(place, name);
  }
  return copy;
}

/** Replaces the steps through the copies of a component's templates. */
export function withoutWalks(tree: Node, names: Names, text: Rewriting): void {
  const templates = templatesOf(tree);
  for (const body of bodiesIn(tree)) {
    for (const statement of body) {
      const found = declaredBy(statement);
      const { name } = (found?.value["callee"] ?? {}) as { name?: string };
      const template = name === undefined ? undefined : templates.get(name);
      if (found === null || template === undefined) continue;
      const copy = walked(template.html, found.name, statement, body, names);
      if (copy !== null) template.copies.push(copy);
    }
  }
  for (const [name, { call, html, copies }] of templates) {
    const marks = marked(html, new Set(copies.flatMap((copy) => [...copy.names.keys()])));
    // A copy that is made in another way would have the marks too.
    if (marks === null || names.places(name).length !== copies.length + 1) continue;
    const [markup] = argumentsOf(call);
    text.put(markup!, () => `\`${marks.html}\``);
    text.put(call["callee"] as Node, () => `$steps.${called(call)!}`);
    for (const copy of copies) {
      for (const step of copy.steps) text.put(step, () => "");
      const found = [copy.root, ...marks.places.map((place) => copy.names.get(place) ?? "")].join();
      text.put(copy.statement, () => `var [${found.replace(/,+$/, "")}] = ${name}();`);
    }
  }
}
