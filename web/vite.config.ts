import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { listedIn, policyFor, runtimeIn } from "./tools/build-facts.ts";
import { bundled, licencesPage } from "./tools/bundled.ts";
import { CHUNKS } from "./tools/chunks.ts";
import { developmentServer } from "./tools/dev-server.ts";
import { gamesList } from "./tools/games-list.ts";
import { minified } from "./tools/minified.ts";
import { shortProperties } from "./tools/short-properties.ts";
import { shorterComponents } from "./tools/shorter-components.ts";
import { SHARE_PICTURE, sharedPicture } from "./tools/share-picture.ts";
import { shortClasses } from "./tools/short-classes.ts";
import { withoutHydration } from "./tools/without-hydration.ts";

/** Another folder, and the examples in it, where `build_tools/games/example_site.py` says so. */
const dist = process.env["HINDSIGHT_DIST"] ?? fileURLToPath(new URL("../dist", import.meta.url));
const withExamples = process.env["HINDSIGHT_EXAMPLES"] === "1";
const html = readFileSync(new URL("index.html", import.meta.url), "utf8");
const headers = readFileSync(new URL("headers.json", import.meta.url), "utf8");
const runtime = runtimeIn(dist);
const engine = readFileSync(new URL("../py_engine/__init__.py", import.meta.url), "utf8");
const version = /__version__ = "([^"]+)"/.exec(engine)?.[1];
if (version === undefined) throw new Error("py_engine/__init__.py has no version");
/** Folders of the npm packages bundled into the page, its worker or its service worker. */
const packages = new Set<string>();

export default defineConfig(({ command, mode }) => ({
  // Relative addresses: the built site works under any base path.
  base: "./",
  // The examples lie beside this folder, and use its packages.
  resolve: { dedupe: ["svelte"] },
  define: {
    __VERSION__: JSON.stringify(version),
    __POLICY__: JSON.stringify(policyFor(html, JSON.parse(headers))),
    __RUNTIME__: JSON.stringify(runtime ?? { path: "", files: [], tables: [] }),
    // The development server uses the last build.
    __RUNTIME_PATH__: JSON.stringify(command === "build" ? (runtime?.path ?? "") : ""),
  },
  plugins: [
    svelte({ compilerOptions: { cssHash: shortClasses(fileURLToPath(new URL(".", import.meta.url)), "src", "../examples") } }),
    mode === "test" ? svelteTesting() : [],
    shortProperties(fileURLToPath(new URL(".", import.meta.url))),
    gamesList(withExamples),
    sharedPicture(process.env["HINDSIGHT_ADDRESS"]),
    developmentServer(dist),
    bundled(packages),
    withoutHydration(),
    shorterComponents(),
    minified(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/offline",
      filename: "sw.ts",
      // The page registers the worker itself, once the engine has started: see src/offline/register.ts.
      injectRegister: false,
      injectManifest: {
        // The service worker is built last.
        minify: "oxc",
        buildPlugins: { vite: [bundled(packages), minified(), licencesPage(packages)] },
        // The shell, and the manifest of its runtime. The runtime's files are passed to the service worker
        // separately.
        globPatterns: ["**/*.{html,js,css,svg,png,webmanifest}", "samples/*.{xml,json}", "runtime/manifest.json"],
        globIgnores: ["runtime/*/*", SHARE_PICTURE],
        manifestTransforms: [
          (entries) => ({
            manifest: listedIn(
              dist,
              entries.map(({ url }) => url),
            ) as unknown as typeof entries,
            warnings: [],
          }),
        ],
      },
      manifest: {
        name: "Hindsight",
        short_name: "Hindsight",
        description: "A decision coach for board games that runs in the browser.",
        start_url: "./",
        scope: "./",
        display: "standalone",
        theme_color: "#1d2733",
        background_color: "#f6f4ef",
        icons: [
          // A mask may cut off all but a circle whose radius is 40 % of the side. What the icon shows is within it.
          { src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any maskable" },
        ],
      },
    }),
  ],
  worker: { format: "es", plugins: () => [bundled(packages), minified()], rolldownOptions: { output: { minify: false } } },
  build: {
    outDir: dist,
    // The build tools put the runtime there first and clear the rest themselves.
    emptyOutDir: false,
    target: "es2022",
    // See tools/minified.ts.
    minify: false,
    cssMinify: "lightningcss",
    // A data: address would need a weaker Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: CHUNKS, minify: false } },
    modulePreload: {
      // Browsers without it load the same files a little later.
      polyfill: false,
      // The page's own script is running by then, and Firefox reports an error when it is to be preloaded.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === "js" ? files.filter((file) => !/\bindex-[^/]*\.js$/.test(file)) : files,
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "tools/**/*.test.ts"],
    setupFiles: ["src/core/testing/patience.ts", "src/core/testing/sizes.ts"],
    restoreMocks: true,
    unstubGlobals: true,
    // Tests take less than the default of five seconds, but a whole screen may exceed it on a busy machine.
    testTimeout: 30_000,
    // Test files share a window and modules: creating them per file takes three times as long as all tests together.
    // Every test restores what it changes outside its own file.
    isolate: false,
  },
}));
