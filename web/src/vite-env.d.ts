/// <reference types="svelte" />
/// <reference types="vite/client" />

/** The version of the site: the engine's own. */
declare const __VERSION__: string;
/** The folder, below `runtime/`, of the runtime that this page was built for; "" where that is not known. */
declare const __RUNTIME_PATH__: string;
