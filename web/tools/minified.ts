/**
 * Minifies scripts with Terser and then with the bundler's minifier. Terser finds more to leave out; the other one gives
 * the names, which compress better when those that are used most often are the same in all functions.
 */
import { minify, type MinifyOptions } from "terser";
import { minifySync, parseAst, type Plugin } from "vite";

const OPTIONS: MinifyOptions = {
  module: true,
  ecma: 2020,
  mangle: false,
  // Functions that are not bound to `this` become arrows, and arguments that nothing reads are dropped.
  compress: { passes: 6, inline: 1, unsafe_arrows: true, keep_fargs: false },
};

/** How Svelte's compiler makes an element's template. */
const TEMPLATE = /^(?:var|const) \w+(?:\$\d+)? = from_(?:html|svg)\(/;

/** The end of such a template. */
const CLOSED = /(?:<\/\w+>)+(?=`)/g;

/** How the compiler begins a component. */
const COMPONENT = /^function [\w$]+\([\w$]+, \$\$props\)/;

/**
 * The same script in an order that compresses better, since compression looks back over 32 kB: templates, then what is
 * run, then components and at last functions, which may stand anywhere, the last ones first: what is called then stands after what
 * calls it. Templates depend on nothing that is run, so those that begin alike stand together. They lose the tags that close them, as
 * the end of a template closes all its elements.
 */
export function sorted(script: string): string {
  const [templates, rest, functions, components]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const { type, start, end } of parseAst(script).body) {
    const code = script.slice(start, end);
    if (type === "FunctionDeclaration") (COMPONENT.test(code) ? components : functions).push(code);
    else if (TEMPLATE.test(code)) templates.push(code.replace(CLOSED, ""));
    else rest.push(code);
  }
  const markup = (template: string): string => template.slice(template.indexOf("`"));
  templates.sort((one, other) => {
    const [first, second] = [markup(one), markup(other)];
    return first === second ? 0 : first < second ? -1 : 1;
  });
  return [...templates, ...rest, ...components.reverse(), ...functions.reverse()].join("\n");
}

/** Minifies every script of a build. */
export function minified(): Plugin {
  return {
    name: "hindsight-minified",
    apply: "build",
    enforce: "post",
    renderChunk: {
      order: "post",
      async handler(code, { fileName }) {
        const { code: shorter } = await minify(sorted(code), OPTIONS);
        return shorter === undefined ? null : { code: minifySync(fileName, shorter, { module: true }).code, map: null };
      },
    },
  };
}
