/** Yatzy's own pages, besides the modes that all games have: name, address and where they are loaded from. */
import type { PageEntry } from "../screen-types";

const LINKS: readonly PageEntry[] = [
  { word: "insights", name: "Insights", load: async () => (await import("./pages/insights/Insights.svelte")).default as never },
  { word: "quiz", name: "Quiz", load: async () => (await import("./pages/quiz/Quiz.svelte")).default as never },
  { word: "rules", name: "Rules", load: async () => (await import("./pages/rules/Rules.svelte")).default as never },
];

export default LINKS;
