/** Vite plug-in that adapts the development server to the site. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import type { Plugin } from "vite";

const MIME: Record<string, string> = {
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".packed": "application/octet-stream",
  ".zip": "application/zip",
};

/**
 * Serves the engine's runtime from the last build, and removes the Content-Security-Policy, which would forbid hot
 * reloading.
 */
export function developmentServer(dist: string): Plugin {
  return {
    name: "hindsight-development-server",
    apply: "serve",
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ""),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = normalize(decodeURIComponent((request.url ?? "").split("?")[0] ?? ""));
        if (!path.startsWith("/runtime/")) {
          next();
          return;
        }
        const file = join(dist, path);
        if (!existsSync(file) || !statSync(file).isFile()) {
          response.statusCode = 404;
          response.end("Not built: run `make build` first.");
          return;
        }
        response.setHeader("Content-Type", MIME[extname(file)] ?? "application/octet-stream");
        response.setHeader("Content-Length", statSync(file).size);
        createReadStream(file).pipe(response);
      });
    },
  };
}
