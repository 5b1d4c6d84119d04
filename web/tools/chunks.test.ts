import { expect, it } from "vitest";
import { CHUNKS } from "./chunks";

/** The file of a module that is loaded later; null where the bundler decides. */
function fileOf(id: string): string | null {
  const group = CHUNKS.groups.find(({ test }) => test?.(id) === true);
  return typeof group?.name === "function" ? group.name(id) : (group?.name ?? null);
}

it.each([
  ["src/games/azul/board/Board.svelte", "azul"],
  ["src/games/yatzy/card.ts", "yatzy"],
  ["src/games/yatzy/pages/insights/figures.gen.json", "yatzy-pages"],
  ["src/games/shared/words/points.ts", "shared"],
  ["src/games/azul/board/Board.svelte?svelte&type=style&lang.css", "games"],
  ["src/app/entry/EnterGame.svelte", "parts"],
  ["src/app/share/PicturePanel.svelte", "parts"],
  ["src/app/share/ShareBar.svelte", null],
  ["src/games/registry.ts", null],
  ["node_modules/idb/build/index.js", null],
])("%s is in the file %s, also where the project lies in a folder of games", (path, file) => {
  for (const project of ["/home/ann/hindsight", "/home/ann/games/hindsight"]) {
    expect(fileOf(`${project}/web/${path}`)).toBe(file);
  }
});
