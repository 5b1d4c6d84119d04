import { readFileSync } from "node:fs";
import { compile } from "svelte/compiler";
import { expect, it } from "vitest";
import { neverHydrating, unhydrated } from "./without-hydration";

const SOURCE = "<script>let { a } = $props();</script><div><h1>{a}</h1> <p>x</p> {#if a}<b>{a}</b> {a}{/if}<i>y</i></div>";

it("takes the steps and arguments of hydration out of a component, and nothing else", () => {
  const { code } = compile(SOURCE, { generate: "client", runes: true }).js;
  expect(code).toMatch(/\$\.reset\(/);
  const short = unhydrated(code);
  expect(short).not.toMatch(/\$\.(reset|next)\(|\$\.(child|only_child|first_child)\([^()]*, true\)/);
  const calls = (text: string): string[] => text.match(/\$\.\w+/g)?.filter((name) => !/reset|next/.test(name)) ?? [];
  expect(calls(short)).toEqual(calls(code));
});

it("keeps how many siblings are passed over", () => {
  expect(unhydrated("var p = $.sibling($.child(a, true), 2, true);\n$.reset(a);\nother.reset(a);")).toBe(
    "var p = $.sibling($.child(a), 2);\n\nother.reset(a);",
  );
});

it("does not leave out what a condition would then do to the next statement", () => {
  expect(unhydrated("if (a) { $.reset(a); } b();")).toBe("if (a) {  } b();");
  expect(() => unhydrated("if (a) $.reset(a); b();")).toThrow("out of IfStatement");
});

it("fits the installed runtime", () => {
  const module = readFileSync("node_modules/svelte/src/internal/client/dom/hydration.js", "utf8");
  expect(neverHydrating(module)).toContain("export const hydrating = false");
  expect(() => neverHydrating(module.replace("let hydrating", "let changed"))).toThrow("has changed");
});
