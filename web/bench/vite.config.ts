import { defineConfig } from "vite";

/** The benchmark's page: the engine's client and worker, built as they are for the site. */
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  base: "./",
  worker: { format: "es" },
  build: {
    outDir: new URL("../../.cache/bench/site", import.meta.url).pathname,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
  },
});
