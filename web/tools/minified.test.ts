import { expect, it } from "vitest";
import { sorted } from "./minified";

it("puts templates first and functions last, and keeps the order of what is run", () => {
  const script = [
    'import { from_html } from "./page.js";',
    "const first = make();",
    "function make() { return []; }",
    "function Panel($$anchor, $$props) { root(); }",
    "function after() { return first; }",
    "var root = /* @__PURE__ */ from_html(`<p> </p>`);",
    "const second = after();",
    "export { Panel, second };",
  ];
  const [imported, first, make, panel, after, root, second, exported] = script;
  expect(sorted(script.join("\n")).split("\n")).toEqual([root, imported, first, second, exported, make, after, panel]);
});
