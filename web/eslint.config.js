import globals from "globals";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import js from "@eslint/js";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "**/*.gen.ts", "public"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.worker, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // TypeScript checks undefined names.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Reactive collections are replaced, not mutated; mutated collections are private.
      "svelte/prefer-svelte-reactivity": "off",
      // A space in braces is kept by the compiler.
      "svelte/no-useless-mustaches": "off",
      // svelte-check sees the compiler's warnings, so it reports unused ignores.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
