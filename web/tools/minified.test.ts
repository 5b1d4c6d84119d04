import { compile } from "svelte/compiler";
import { expect, it } from "vitest";
import { sorted } from "./minified";

it("puts templates first and functions last, the last ones first, and keeps the order of what is run", () => {
  const script = [
    'import { from_html } from "./page.js";',
    "const first = make();",
    "function make() { return []; }",
    "function Panel($$anchor, $$props) { root$1(); }",
    "function after() { return first; }",
    "var root$1 = from_html(`<div><p> </p></div>`, 1);",
    "const second = after();",
    "export { Panel, second };",
  ];
  const [imported, first, make, panel, after, root, second, exported] = script;
  const unclosed = root?.replace("</p></div>", "");
  expect(sorted(script.join("\n")).split("\n")).toEqual([unclosed, imported, first, second, exported, panel, after, make]);
});

it("finds the templates that the compiler writes", () => {
  const { code } = compile("<p>x</p>", { generate: "client", runes: true }).js;
  const bundled = code.replaceAll("$.", "").replace(/^import.*$/gm, "");
  expect(sorted(`const first = 1;\n${bundled}`)).toMatch(/^var root = from_html\(`<p>x`\);/);
});
