/** How the page's code is divided into files: few of them, because every file costs a request at the start, and compresses alone. */

/** A group as the bundler takes it. */
interface Group {
  name: string | ((id: string) => string);
  tags?: "$initial"[];
  test?: (id: string) => boolean;
  minShareCount?: number;
}

const GAME = /\/games\/(?!shared\/)(\w+)\//;

/**
 * What the page needs to start is one file. What several parts share that are loaded later is one file for each game, and one for
 * the rest. Data are left where they are needed.
 */
export const CHUNKS: { groups: Group[] } = {
  groups: [
    { name: "page", tags: ["$initial"] },
    {
      name: (id) => GAME.exec(id)?.[1] ?? "shared",
      test: (id) => !id.endsWith(".json"),
      minShareCount: 2,
    },
  ],
};
