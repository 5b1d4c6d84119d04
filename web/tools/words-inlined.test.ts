import { expect, it } from "vitest";
import { inlined, textsOf } from "./words-inlined";

const WORDS = `
  export const WORDS = { title: "Saved games", long: "A" + " B", tags: { one: 'a "b" <c>' }, blank: "x ", of: (n: number) => String(n) } as const;
  export const FREE = { title: "may change" };
`;
const HEAD = '<script lang="ts">\n  import { FREE, WORDS as words } from "./words";\n';

function markupOf(markup: string, script = ""): string {
  const whole = inlined(`${HEAD}${script}</script>\n${markup}`, (name) => (name === "./words" ? WORDS : null));
  return whole.slice(whole.indexOf("</script>\n") + 10);
}

it("knows the texts that can never change", () => {
  const texts = textsOf(WORDS);
  expect([...texts.keys()]).toEqual(["WORDS"]);
  expect([...(texts.get("WORDS") as Map<string, unknown>).keys()]).toEqual(["title", "long", "tags", "blank"]);
});

it("writes them into texts and attributes", () => {
  expect(markupOf("<h2 title={words.title}>{words.title}: {words.long}</h2>")).toBe('<h2 title="Saved games">Saved games: A B</h2>');
  expect(markupOf("<Panel title={words.tags.one} />")).toBe('<Panel title="a &#34;b&#34; &#60;c&#62;" />');
});

it("leaves everything else as it is", () => {
  for (const markup of [
    "{words.of(2)}",
    "{words.blank}",
    "{FREE.title}",
    "{open ? words.title : words.long}",
    '<p class="a {words.title}"></p>',
  ])
    expect(markupOf(markup)).toBe(markup.replace("{words.title}", "Saved games"));
});

it("leaves a name that is declared again", () => {
  for (const markup of [
    "{#each all as words}{words.title}{/each}",
    "{#each all as { words }, i}{words.title}{/each}",
    "{#snippet row(words)}{words.title}{/snippet}",
    "{#if all}{@const words = all}{words.title}{/if}",
  ])
    expect(markupOf(markup, "  const { all } = $props();\n")).toBe(markup);
  expect(markupOf("{words.title}", "  function f(words: string) { return words; }\n")).toBe("{words.title}");
});
