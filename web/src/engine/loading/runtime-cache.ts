/** The cache of all runtime files, from which the service worker answers. */
export const RUNTIME_CACHE = "hindsight-runtime";
