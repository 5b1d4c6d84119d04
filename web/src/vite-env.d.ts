/// <reference types="svelte" />
/// <reference types="vite/client" />

/** The version of the site: the engine's own. */
declare const __VERSION__: string;
