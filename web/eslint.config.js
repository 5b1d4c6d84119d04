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
      // TypeScript knows all names.
      "no-undef": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Collections that the screen follows are replaced, not changed; those that are changed are nobody else's.
      "svelte/prefer-svelte-reactivity": "off",
      // A space in braces is one that the compiler keeps.
      "svelte/no-useless-mustaches": "off",
      // svelte-check, which sees what the compiler warns of, judges these.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
