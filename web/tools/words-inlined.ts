/**
 * Puts fixed words into the markup they are shown in. Sources keep all words in modules of their own; left there, each of them
 * costs the page a name, a look-up and an instruction that sets it, which is more than the words themselves.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse, type AST } from "svelte/compiler";
import { parseAst, type Plugin } from "vite";

/** Any node of the two syntax trees read here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Texts by their name in an expression: `WORDS.title` is `"title"` within `WORDS`. */
type Texts = Map<string, string | Texts>;

interface Edit {
  start: number;
  end: number;
  text: string;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** The nodes directly below one. */
function* below(node: Node): Iterable<Node> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode);
    else if (isNode(value)) yield value;
  }
}

function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Identifier") return node["name"] as string;
  return node.type === "Literal" ? String(node["value"]) : null;
}

/** The text that an expression of a module always has, the texts of an object of them, or null. */
function fixed(node: Node): string | Texts | null {
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression") return fixed(node["expression"] as Node);
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type === "BinaryExpression" && node["operator"] === "+") {
    const [left, right] = [fixed(node["left"] as Node), fixed(node["right"] as Node)];
    return typeof left === "string" && typeof right === "string" ? left + right : null;
  }
  if (node.type !== "ObjectExpression") return null;
  const texts: Texts = new Map();
  for (const property of node["properties"] as Node[]) {
    const name = property["computed"] === true ? null : nameOf(property["key"]);
    const text = property.type === "Property" ? fixed(property["value"] as Node) : null;
    if (property.type === "SpreadElement") return null;
    if (name !== null && text !== null) texts.set(name, text);
  }
  return texts;
}

/** True for a value that its type forbids to change. */
function isConstant(node: Node): boolean {
  if (node.type === "TSSatisfiesExpression") return isConstant(node["expression"] as Node);
  const type = node["typeAnnotation"] as Node | undefined;
  return node.type === "Literal" || (node.type === "TSAsExpression" && nameOf(type?.["typeName"]) === "const");
}

/** The texts that a module exports. */
export function textsOf(module: string): Texts {
  const texts: Texts = new Map();
  for (const statement of parseAst(module, { lang: "ts" }).body as unknown as Node[]) {
    const declaration = statement["declaration"] as Node | null | undefined;
    if (statement.type !== "ExportNamedDeclaration" || declaration?.["kind"] !== "const") continue;
    for (const { id, init } of declaration["declarations"] as { id: Node; init: Node }[]) {
      const text = isConstant(init) ? fixed(init) : null;
      const name = nameOf(id);
      if (name !== null && text !== null) texts.set(name, text);
    }
  }
  return texts;
}

/** The text that an expression stands for. */
function textOf(node: Node, texts: Texts): string | Texts | undefined {
  if (node.type === "Identifier") return texts.get(node["name"] as string);
  if (node.type !== "MemberExpression" || node["computed"] === true) return undefined;
  const within = textOf(node["object"] as Node, texts);
  const name = nameOf(node["property"]);
  return within instanceof Map && name !== null ? within.get(name) : undefined;
}

/** The fields of each kind of node that declare names; functions declare their parameters too. */
const DECLARING: Record<string, readonly string[]> = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["id"],
  ClassDeclaration: ["id"],
  CatchClause: ["param"],
  EachBlock: ["context"],
  AwaitBlock: ["value", "error"],
};

/** The names in a pattern: `a` and `b` in `{ a, x: [b = c] }`. */
function* bound(pattern: unknown): Iterable<string> {
  if (!isNode(pattern)) return;
  if (pattern.type === "Identifier") yield pattern["name"] as string;
  else if (pattern.type === "Property") yield* bound(pattern["value"]);
  else if (pattern.type === "AssignmentPattern") yield* bound(pattern["left"]);
  else if (/^(Object|Array)Pattern$|^RestElement$/.test(pattern.type)) for (const part of below(pattern)) yield* bound(part);
}

/** Names that are declared anywhere in a component, other than by imports. */
function* declared(node: Node): Iterable<string> {
  for (const field of DECLARING[node.type] ?? []) yield* bound(node[field]);
  for (const field of ["params", "parameters"]) for (const each of (node[field] ?? []) as unknown[]) yield* bound(each);
  if (node.type === "EachBlock" && typeof node["index"] === "string") yield node["index"];
  for (const part of below(node)) yield* declared(part);
}

/** As it is written in markup; null where blanks at its ends or in a row would not stay. */
function markup(text: string): string | null {
  if (text === "" || /^\s|\s$|\s\s|[\n\t]/.test(text)) return null;
  return text.replace(/[&<>{}"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function* edits(node: Node, texts: Texts): Iterable<Edit> {
  const isAttribute = node.type === "Attribute" && isNode(node["value"]);
  const tag = isAttribute ? (node["value"] as Node) : node;
  if (tag.type === "ExpressionTag") {
    const text = textOf(tag["expression"] as Node, texts);
    const written = typeof text === "string" ? markup(text) : null;
    if (written !== null) yield { start: tag.start, end: tag.end, text: isAttribute ? `"${written}"` : written };
    return;
  }
  for (const part of below(node)) yield* edits(part, texts);
}

/**
 * A component with the fixed words in its markup.
 *
 * @param source the component
 * @param read the source of a module that it imports, by the name it imports it by
 */
export function inlined(source: string, read: (name: string) => string | null): string {
  const root = parse(source, { modern: true });
  const texts: Texts = new Map();
  const scripts = [root.instance, root.module].flatMap((script: AST.Script | null | undefined) =>
    script ? [script.content as unknown as Node] : [],
  );
  for (const statement of scripts.flatMap((script) => script["body"] as Node[])) {
    if (statement.type !== "ImportDeclaration") continue;
    const module = read((statement["source"] as Node)["value"] as string);
    if (module === null) continue;
    const all = textsOf(module);
    for (const { imported, local } of statement["specifiers"] as { imported?: Node; local: Node }[]) {
      const text = all.get(nameOf(imported) ?? "");
      if (text !== undefined) texts.set(nameOf(local) ?? "", text);
    }
  }
  const fragment = root.fragment as unknown as Node;
  for (const part of [fragment, ...scripts]) for (const name of declared(part)) texts.delete(name);
  let out = "";
  let done = 0;
  for (const { start, end, text } of [...edits(fragment, texts)].sort((a, b) => a.start - b.start)) {
    out += source.slice(done, start) + text;
    done = end;
  }
  return out + source.slice(done);
}

/** Puts fixed words into the markup of a built page. */
export function wordsInlined(): Plugin {
  return {
    name: "hindsight-words",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".svelte") || id.includes("/node_modules/")) return null;
      const read = (name: string): string | null => {
        if (!name.startsWith(".") || /\.\w+$/.test(name)) return null;
        try {
          return readFileSync(`${resolve(dirname(id), name)}.ts`, "utf8");
        } catch {
          return null;
        }
      };
      return { code: inlined(code, read), map: null };
    },
  };
}
