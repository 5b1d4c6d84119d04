/// <reference lib="dom" />
import { readdirSync, readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { compile, VERSION } from "svelte/compiler";
// eslint-disable-next-line svelte/no-svelte-internal -- Compiled components import it.
import * as $ from "svelte/internal/client";
import { expect, it } from "vitest";
import * as $steps from "./component-steps.mjs";
import { requireChecked, shorter } from "./shorter-components";
import { marked, nodesOf } from "./template-marks";
import { unhydrated } from "./without-hydration";

/** The code of a component, as the build has it before it is shortened. */
function compiled(source: string): string {
  return unhydrated(compile(source, { generate: "client", runes: true, css: "external", dev: false }).js.code);
}

/** The markup that a component makes at first, and after each press of its button. */
function shown(code: string, presses: number): string[] {
  const body = code.replace(/^import.*$/gm, "").replace("export default function", "return function");
  const component = new Function("$", "$steps", `$.delegate(["click"]);\n${body}`) as (
    ...runtime: unknown[]
  ) => Parameters<typeof mount>[0];
  const target = document.createElement("div");
  document.body.append(target);
  const app = mount(component($, $steps), { target, props: { name: "A", list: [1, 2] } });
  flushSync();
  const pages = [target.innerHTML];
  for (let press = 0; press < presses; press++) {
    target.querySelector("button")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
    pages.push(target.innerHTML);
  }
  void unmount(app);
  target.remove();
  return pages;
}

const SCRIPT = "<script>let { name, list } = $props(); let count = $state(0); const twice = (n) => 2 * n;</script>";
const BUTTON = "<button class={count > 1 ? 'many' : 'few'} onclick={() => count++}>{name} {count}</button>";

it.each([
  ["texts beside elements", `${BUTTON}<p>{count} <b>{twice(count)}</b> {name}</p>x {count}`],
  ["a blank that is all of an element", `<i> </i><p>{" "}</p>${BUTTON}<span>{count}</span>`],
  ["attributes without a text", `<div title={count}></div><input value={count} /><hr />${BUTTON}<img alt={name} src="x.png" />`],
  ["conditions", `${BUTTON}{#if count}<b>{count}</b>{/if}{#if count > 1}<i>a</i>{:else}<u>{name}</u>{/if}`],
  [
    "a condition with several parts",
    `${BUTTON}{#if count > 2}a{:else if count > 1}<b>{count}</b>{:else if count}c{:else}<i>{name}</i>{/if}`,
  ],
  ["a condition at the start", `{#if count}<b>{count}</b>{/if}<p>{name}</p>${BUTTON}`],
  ["conditions within one", `${BUTTON}{#if count}{#if count > 1}<b>{twice(count)}</b>{/if}<p>{count}</p>{/if}`],
  ["lists", `${BUTTON}<ul>{#each [...list, count] as each, at}<li title={twice(at)}>{each}, <b>{count}</b></li>{/each}</ul>`],
  [
    "tables",
    `${BUTTON}<table><tbody>{#each list as each}<tr><th>{each}</th><td> {count}</td></tr>{/each}<tr><td>x</td></tr></tbody></table>`,
  ],
  ["drawings", `${BUTTON}<svg viewBox="0 0 9 9">{#each list as each}<circle cx={each} r="1" /><text x={count}>{each}</text>{/each}</svg>`],
  [
    "a value that an effect reads in two places",
    `${BUTTON}<select value={String(count)}><option value="0">a</option><option value="1">b</option></select>`,
  ],
  [
    "parts that are used several times",
    `{#snippet part(n)}<b>{n}</b>{/snippet}${BUTTON}{@render part(count)}<p>{@render part(twice(count))}</p>`,
  ],
  ["an underscore as a text", `<b>_</b>${BUTTON}<p>_ {count}<i>_</i>{name}</p>`],
])("leaves what a component shows as it is: %s", (_, markup) => {
  const code = compiled(SCRIPT + markup);
  const short = shorter(code);
  expect(shown(short, 3)).toEqual(shown(code, 3));
  expect(new Set(shown(code, 3)).size).toBe(4);
});

it("leaves out the steps through a template, values apart, and conditions' functions", () => {
  const markup = `<div>{#if count}<p>a</p>{/if}<section title={name}><b>{twice(count)}</b> {count}</section></div>`;
  const short = shorter(compiled(SCRIPT + BUTTON + markup));
  expect(short).not.toMatch(/\$\.(?:child|only_child|sibling|if|from_html)\(|\$0/);
  expect(short).toContain("<section _>");
});

it("leaves alone what it does not understand", () => {
  expect(nodesOf("<p><!-- a note --></p>")).toBeNull();
  expect(nodesOf("<p></b></p></p>")).toBeNull();
  expect(marked("<p>a <b></b></p>", new Set([1]))).toBeNull();
  // What makes a copy in another way than the compiler does now needs the template as it was.
  const code = compiled(`${SCRIPT}${BUTTON}`);
  expect(shorter(code)).toContain("$steps.from_html(");
  expect(shorter(`${code}\nother(root);`)).toContain("var root = $.from_html(`<button> </button>`)");
});

it("leaves alone what the compiler may come to write otherwise", () => {
  const alone = (statements: string): string => `${"var root = $.from_html(`<p> <b> </b></p>`);"}\nfunction f() { ${statements} }`;
  const step = (more: string): string => alone(`var p = root(); var b = $.sibling($.child(p)${more}); use(b);`);
  expect(shorter(step(", 1"))).toContain("$steps.from_html(");
  for (const more of [", count()", ", -1"]) expect(shorter(step(more))).not.toContain("$steps.");
  expect(shorter(alone("var p = root(); var a = $.child(p); var b = $.child(p); use(a, b);"))).not.toContain("$steps.from_html(");
  const rendering = (then: string): string =>
    shorter(`function f(n) { var part = () => {}; $.if(n, ($$render) => { if (a()) ${then}; }); }`);
  expect(rendering("$$render(part)")).toContain("$steps.when(n, () => (a()), () => {})");
  for (const then of ["$$render(part, 1)", "$$render(part, false)"]) expect(rendering(then)).not.toContain("$steps.when(");
  const apart = (more: string): string => shorter(`$.template_effect(($0) => set(p, $0), ${more});`);
  expect(apart("[() => a()]")).toContain("$.template_effect(() => set(p, (a())))");
  for (const more of ["[async () => a()]", "[() => a(), () => b()]", "[() => a()], [c]"]) expect(apart(more)).toContain(more);
});

it("is checked with the version of Svelte that is installed", () => {
  expect(() => requireChecked(VERSION)).not.toThrow();
  expect(() => requireChecked("5.99.0")).toThrow("not 5.99.0");
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  expect(dependencies["svelte"]).toBe(VERSION);
});

it("marks only what is needed, and finds comments and placeholders without a mark", () => {
  expect(marked('<p class="a"> <i> </i><b>c</b> <!></p>', new Set([0, 1]))).toEqual({
    html: '<p _ class="a">_<i> </i><b>c</b> <!></p>',
    places: [0, 1, 3, 7],
  });
});

/** The nodes of a copy in the order of the document. */
function* nodesBelow(node: Node): Iterable<Node> {
  yield node;
  for (const child of node.childNodes) yield* nodesBelow(child);
}

type Found = [root: Node, nodes: Record<string, Node | undefined>];

/** The places of named nodes in a copy that code makes. */
function placesBy(code: string, root: string, names: readonly string[]): number[] {
  const made = new Function("$", "$steps", `${code}\nreturn [${root}, { ${names.join()} }];`) as (...runtime: unknown[]) => Found;
  let places: number[] = [];
  const end = $.effect_root(() => {
    const [copy, nodes] = made($, $steps);
    const all = [...nodesBelow(copy)];
    places = names.map((name) => all.indexOf(nodes[name]!));
  }) as () => void;
  end();
  return places;
}

const TEMPLATE = /^var ([\w$]+) = \$(?:steps)?\.from_(?:html|svg)\(`[^`]*`(?:, \d+)?\);/gm;
const STEP = /^\s*var (?:\/\*[^]*?\*\/\s*)?([\w$]+) = \$\.(?:child|only_child|first_child|sibling)\(.*\);$/gm;

it("finds the nodes in every template of the page that the compiler's steps find", () => {
  shown(compiled(SCRIPT + BUTTON), 0); // Readies the runtime.
  let copies = 0;
  const files = readdirSync("src", { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".svelte"));
  for (const file of files) {
    const long = compiled(readFileSync(`src/${file}`, "utf8"));
    const short = shorter(long);
    const [before, after] = [long, short].map((code) => new Map([...code.matchAll(TEMPLATE)].map(([text, name]) => [name!, text]))) as [
      Map<string, string>,
      Map<string, string>,
    ];
    for (const [found, list, template] of short.matchAll(/^\s*var \[([\w$,]*)\] = ([\w$]+)\(\);/gm)) {
      const [root, ...named] = list!.split(",");
      const names = named.filter((name) => name !== "");
      const known = new Set([root!]);
      const steps = [...long.matchAll(STEP)].filter(([text, name]) => {
        const from = /\(([\w$]+)[,)]/.exec(text)?.[1] ?? "";
        return known.has(from) && known.add(name!);
      });
      const walk = `${before.get(template!)!}\nvar ${root!} = ${template!}();\n${steps.map(([text]) => text).join("\n")}`;
      const expected = placesBy(walk, root!, names);
      expect(expected, file).not.toContain(-1);
      expect(placesBy(`${after.get(template!)!}\n${found}`, root!, names), file).toEqual(expected);
      copies += 1;
    }
  }
  expect(copies).toBeGreaterThan(500);
}, 120_000);
