/** The cache of everything below a runtime's path, from which the service worker answers. */
export const RUNTIME_CACHE = "hindsight-runtime";
