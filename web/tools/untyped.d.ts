/** Modules without types: Svelte gives none for what only compiled components import. */
declare module "svelte/internal/client";
declare module "*/component-steps.mjs";
