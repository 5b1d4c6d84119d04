/** What the build looks at in the code that Svelte's compiler makes of a component. */
import { parseAst } from "vite";

/** A node of a syntax tree, as far as it is looked at here. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** The syntax tree of a compiled component. */
export const treeOf = (code: string): Node => parseAst(code) as unknown as Node;

const isNode = (part: unknown): part is Node => typeof part === "object" && part !== null && "type" in part;

/** The nodes directly below one, except the names of members and keys. */
export function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([part]) => node["computed"] !== false || (part !== "property" && part !== "key"))
    .flatMap(([, value]) => value)
    .filter(isNode);
}

/** A node and all nodes below it. */
export function* allIn(node: Node): Iterable<Node> {
  yield node;
  for (const child of childrenOf(node)) yield* allIn(child);
}

/** The function of Svelte's runtime that a node calls, or null. */
export function called(node: Node): string | null {
  if (node.type !== "CallExpression") return null;
  const { type, object, property } = node["callee"] as Node & Record<"object" | "property", Node>;
  return type === "MemberExpression" && object["name"] === "$" ? (property["name"] as string) : null;
}

/** The arguments of a call; none for other nodes. */
export const argumentsOf = (node: Node): Node[] => (node["arguments"] ?? []) as Node[];

/** The only variable that a statement declares, with its value, or null. */
export function declaredBy(statement: Node): { name: string; value: Node } | null {
  if (statement.type !== "VariableDeclaration") return null;
  const [only, ...more] = statement["declarations"] as (Node & { id: Node; init: Node | null })[];
  if (only === undefined || only.init === null || only.id.type !== "Identifier" || more.length > 0) return null;
  return { name: only.id["name"] as string, value: only.init };
}

/** The statements of every function's body. */
export function* bodiesIn(tree: Node): Iterable<Node[]> {
  for (const { type, body } of allIn(tree)) {
    if (type.includes("Function") && (body as Node).type === "BlockStatement") yield (body as Node)["body"] as Node[];
  }
}

/** How often each name is declared as a variable, and where it stands in all. */
export class Names {
  readonly #declared = new Map<string, number>();
  readonly #places = new Map<string, Node[]>();

  constructor(tree: Node) {
    for (const node of allIn(tree)) {
      if (node.type === "VariableDeclarator") {
        const { name } = node["id"] as { name?: string };
        if (name !== undefined) this.#declared.set(name, (this.#declared.get(name) ?? 0) + 1);
      } else if (node.type === "Identifier") {
        const name = node["name"] as string;
        this.#places.set(name, [...this.places(name), node]);
      }
    }
  }

  /** Whether a single variable of the whole component has a name. */
  isOnly(name: string): boolean {
    return this.#declared.get(name) === 1;
  }

  places(name: string): readonly Node[] {
    return this.#places.get(name) ?? [];
  }
}

/** A component's code, of which some nodes are written in another way. */
export class Rewriting {
  readonly #code: string;
  readonly #texts = new Map<Node, () => string>();

  constructor(code: string) {
    this.#code = code;
  }

  /** Puts a text in a node's place. It may contain other nodes as they are written in the end. */
  put(node: Node, text: () => string): void {
    this.#texts.set(node, text);
  }

  /** A node as the compiler wrote it. */
  original(node: Node): string {
    return this.#code.slice(node.start, node.end);
  }

  /** A node as it is written in the end. */
  written(node: Node): string {
    return this.#texts.get(node)?.() ?? this.#within(node);
  }

  #within(node: Node): string {
    let text = "";
    let done = node.start;
    for (const each of this.#changedIn(node).sort((a, b) => a.start - b.start)) {
      text += this.#code.slice(done, each.start) + this.written(each);
      done = each.end;
    }
    return text + this.#code.slice(done, node.end);
  }

  #changedIn(node: Node): Node[] {
    return childrenOf(node).flatMap((child) => (this.#texts.has(child) ? [child] : this.#changedIn(child)));
  }
}
