/** The artwork of the tiles: a motif for each colour in a 40 x 40 square, and a bold shape for colour-blind players. */
import type { Color } from "../types";

export interface Motif {
  /** Filled shapes of the ornament. */
  fill: string;
  /** Lines of the ornament. */
  stroke: string;
  /** One solid shape, recognisable by its outline alone. */
  bold: string;
}

/** A petal at an angle in degrees, from radius `near` to `far`; its sides bulge by `width` degrees. */
const petal = (angle: number, near: number, far: number, width: number): string => {
  const at = (radius: number, turn: number) => {
    const a = ((angle + turn) * Math.PI) / 180;
    return `${(20 + radius * Math.cos(a)).toFixed(2)} ${(20 + radius * Math.sin(a)).toFixed(2)}`;
  };
  const middle = (near + far) / 2;
  return `M${at(near, 0)}Q${at(middle, width)} ${at(far, 0)}Q${at(middle, -width)} ${at(near, 0)}Z`;
};

const disc = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A star around the middle of the square. */
const star = (points: number, outer: number, inner: number): string => {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    const a = (index * Math.PI) / points - Math.PI / 2;
    return `${(20 + radius * Math.cos(a)).toFixed(2)} ${(20 + radius * Math.sin(a)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
};

const CORNERS: readonly (readonly [number, number])[] = [
  [0, 0],
  [40, 0],
  [40, 40],
  [0, 40],
];

/** Quarter circles in the four corners, which form whole rings on adjacent tiles. */
const quarters = (r: number): string =>
  CORNERS.map(([x, y]) => {
    const dx = x === 0 ? r : -r;
    const dy = y === 0 ? r : -r;
    const sweep = dx * dy > 0 ? 1 : 0;
    return `M${x + dx} ${y}A${r} ${r} 0 0 ${sweep} ${x} ${y + dy}`;
  }).join("");

/** A shape drawn `count` times, turned around the middle from `start` degrees. */
const around = (count: number, start: number, draw: (angle: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(start + (index * 360) / count)).join("");

export const MOTIFS: Readonly<Record<Color, Motif>> = {
  // A rosette of eight petals.
  Blue: {
    fill: around(4, 0, (a) => petal(a, 3.5, 14.5, 34)) + around(4, 45, (a) => petal(a, 5, 16.5, 20)) + disc(20, 20, 2.6),
    stroke: quarters(7.5),
    bold: disc(20, 20, 10.5),
  },
  // A sun: a diamond in a diamond.
  Yellow: {
    fill:
      "M20 10.5L29.5 20L20 29.5L10.5 20Z" +
      CORNERS.map(([x, y]) => `M${x} ${y}m${x ? -3.5 : 3.5} ${y ? -3.5 : 3.5}h${x ? -7 : 7}l${x ? 7 : -7} ${y ? -7 : 7}Z`).join(""),
    stroke: "M20 4.5L35.5 20L20 35.5L4.5 20Z",
    bold: "M20 7L33 20L20 33L7 20Z",
  },
  // A pinwheel of four sails.
  Red: {
    fill: around(4, 0, (a) => {
      const turn = (x: number, y: number) => {
        const r = (a * Math.PI) / 180;
        return `${(20 + x * Math.cos(r) - y * Math.sin(r)).toFixed(2)} ${(20 + x * Math.sin(r) + y * Math.cos(r)).toFixed(2)}`;
      };
      return `M${turn(1.2, -1.2)}L${turn(14.5, -1.2)}L${turn(8, -12)}Q${turn(6.5, -5)} ${turn(1.2, -1.2)}Z`;
    }),
    stroke: disc(20, 20, 16.2),
    bold: "M20 8.5L32.5 30.5H7.5Z",
  },
  // A lattice: crossed bands with a knot.
  Black: {
    fill: "M20 15.2L24.8 20L20 24.8L15.2 20Z" + [8, 32].map((c) => disc(20, c, 2.1) + disc(c, 20, 2.1)).join(""),
    stroke: "M6 6L15.5 15.5M24.5 24.5L34 34M34 6L24.5 15.5M15.5 24.5L6 34M20 11.5L28.5 20L20 28.5L11.5 20Z",
    bold: "M12.2 8L20 15.8L27.8 8L32 12.2L24.2 20L32 27.8L27.8 32L20 24.2L12.2 32L8 27.8L15.8 20L8 12.2Z",
  },
  // A star of eight points in a ring.
  White: {
    fill: star(8, 12, 6.6),
    stroke: disc(20, 20, 15.4) + quarters(5.5),
    bold: star(4, 14.5, 5),
  },
};
