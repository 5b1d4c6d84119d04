/** Short names for the custom properties that only styles use; scripts and pages name the others, some of them in parts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NAME = /--[a-z][a-z0-9-]*/g;
const STYLE = /<style[\s\S]*<\/style>/g;
/** What the minifier of styles makes of light-dark(): it comes after everything else. */
const SCHEMES = /--lightningcss-(light|dark)/g;

/** The styles of a source file, and the rest of it. */
function divided(path: string, text: string): { styles: string; rest: string } {
  if (path.endsWith(".css")) return { styles: text, rest: "" };
  return { styles: (text.match(STYLE) ?? []).join("\n"), rest: text.replace(STYLE, "") };
}

/**
 * The short names by the full ones, the same in each build of the same sources.
 *
 * @param files the text of all sources by path
 */
export function shortNames(files: ReadonlyMap<string, string>): Map<string, string> {
  const parts = [...files].map(([path, text]) => divided(path, text));
  const said = new Set(parts.flatMap(({ rest }) => rest.match(NAME) ?? []));
  const kept = (name: string): boolean => [...said].some((part) => name === part || (part.endsWith("-") && name.startsWith(part)));
  const names = [...new Set(parts.flatMap(({ styles }) => styles.match(NAME) ?? []))].filter((name) => !kept(name)).sort();
  return new Map(names.map((name, place) => [name, `--_${place.toString(36)}`]));
}

/** Shortens the custom properties in a build's styles. */
export function shortProperties(root: string): Plugin {
  // A copy of the sources of one game lacks some of them.
  const folders = ["src", "public", "tools"].map((folder) => join(root, folder)).filter((folder) => existsSync(folder));
  const paths = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)));
  const sources = [
    join(root, "index.html"),
    ...paths.filter((path) => /\.(?:css|html|js|svelte|ts)$/.test(path) && !/\.test\.ts$/.test(path)),
  ];
  const names = shortNames(new Map(sources.map((path) => [path, readFileSync(path, "utf8")])));
  return {
    name: "hindsight-short-properties",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\.css$|[?&]lang\.css$/ },
      handler: (code) => ({ code: code.replace(NAME, (name) => names.get(name) ?? name), map: null }),
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === "asset" && file.fileName.endsWith(".css") && typeof file.source === "string")
            file.source = file.source.replace(SCHEMES, (_, scheme: string) => `--${scheme === "light" ? 0 : 1}`);
      },
    },
  };
}
