/** Short names for the classes by which styles apply to one component only; Svelte's own take five times the space. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

interface Component {
  /** Relative to the root of the page's sources where it lies below. */
  filename: string | undefined;
  css: string;
  hash: (text: string) => string;
}

/** The paths of the components below some folders, in a fixed order. */
function componentsIn(folders: readonly string[]): string[] {
  const found = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".svelte"))
      .map((path) => join(folder, path)),
  );
  return found.sort();
}

/**
 * Names each component's class by its place among all components, so that two builds agree. A component that was added
 * since, while the development server runs, gets a name made of its styles.
 *
 * @param root the root of the page's sources, from which Svelte names files
 * @param folders where the components are, from there
 */
export function shortClasses(root: string, ...folders: readonly string[]): (component: Component) => string {
  const found = componentsIn(folders.map((folder) => resolve(root, folder)));
  const places = new Map(found.map((path, place) => [path, place]));
  return ({ filename, css, hash }) => {
    const place = filename === undefined ? undefined : places.get(resolve(root, filename));
    return place === undefined ? `svelte-${hash(css)}` : `s${place.toString(36)}`;
  };
}
