/** How the page's code is divided into files: few of them, because every file costs a request at the start, and compresses alone. */

/** A group as the bundler takes it. */
interface Group {
  name: string | ((id: string) => string);
  tags?: "$initial"[];
  test?: (id: string) => boolean;
}

/** Styles, also those that the compiler takes out of a component. */
const STYLES = /\.css$|[?&]lang\.css$/;
/** A module of a game: its folder, and whether it lies among its further pages. */
const GAME = /\/web\/src\/games\/(\w+)\/(pages\/)?/;
/** Small parts of the page that are opened from a game later: the entry of games from a table, and pictures of positions. */
const PARTS = /\/web\/src\/app\/(?:entry|picture|share\/PicturePanel)\b/;

/** The file of a module of a game, or of what games share. */
const gameOf = (id: string): string | null => (GAME.exec(id)?.[2] === undefined ? (GAME.exec(id)?.[1] ?? null) : null);
/** The file of the pages about a game, or of the small parts. */
const partOf = (id: string): string | null => {
  const game = GAME.exec(id)?.[1];
  if (game !== undefined) return `${game}-pages`;
  return PARTS.test(id) ? "parts" : null;
};

/**
 * What the page needs to start is one file. What is loaded later is one file for each game, one for its further pages, one
 * for what several of these share, and one for small parts. Their styles are one file together: they have so much in common that it is hardly larger
 * than two games' alone.
 */
export const CHUNKS: { groups: Group[] } = {
  groups: [
    { name: "page", tags: ["$initial"] },
    { name: "games", test: (id) => STYLES.test(id) },
    // A group takes along what its modules import: what is imported most comes first.
    { name: "shared", test: (id) => gameOf(id) === "shared" },
    { name: (id) => gameOf(id) ?? "", test: (id) => gameOf(id) !== null },
    { name: (id) => partOf(id) ?? "", test: (id) => partOf(id) !== null },
  ],
};
