/// <reference types="svelte" />
/// <reference types="vite/client" />

/** The version of the site: the engine's own. */
declare const __VERSION__: string;
/** The folder, below `runtime/`, of the runtime that this page was built for; "" where that is not known. */
declare const __RUNTIME_PATH__: string;

/** The list of games that the build makes of the engine's registry. */
declare module "virtual:games" {
  export const GAMES: readonly import("./games/registry").GameEntry[];
}
