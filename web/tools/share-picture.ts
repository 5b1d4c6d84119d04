/** The picture that other sites show beside a link to this one: `share.png`, drawn at build time. */
import { deflateSync } from "node:zlib";
import type { Plugin } from "vite";

const WIDTH = 1200;
const HEIGHT = 630;
export const SHARE_PICTURE = "share.png";

type Color = readonly [number, number, number];
/** The signed distance of a point from a shape's edge, in pixels; negative inside. */
type Shape = (x: number, y: number) => number;

const rgb = (hex: string): Color => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Color;
const circle =
  (cx: number, cy: number, r: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) - r;
const box =
  (left: number, top: number, width: number, height: number, radius: number): Shape =>
  (x, y) => {
    const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
    const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };
/** A square on its corner whose upper sides carry half circles: a heart. */
const heart =
  (cx: number, cy: number, size: number): Shape =>
  (x, y) => {
    const [u, v] = [(x - cx + y - cy) * Math.SQRT1_2, (y - cy - x + cx) * Math.SQRT1_2];
    const square = Math.max(Math.abs(u), Math.abs(v)) - size;
    return Math.min(square, Math.hypot(u, v + size) - size, Math.hypot(u + size, v) - size);
  };

const INK = rgb("#1d2733");
const PAPER = rgb("#fffdf9");
const COLORS = ["#2f6fb5", "#e0a526", "#c0392b", "#2b2f36", "#8fc7c2"].map(rgb);

/** The shapes, from back to front: a wall of tiles, a die, a board of tokens, a card. */
function* shapes(): Iterable<readonly [Shape, Color]> {
  const top = 150;
  for (let panel = 0; panel < 4; panel += 1) yield [box(60 + panel * 275, top, 255, 255, 26), PAPER];
  for (let at = 0; at < 25; at += 1) {
    const [row, column] = [Math.floor(at / 5), at % 5];
    const color = COLORS[(column - row + 5) % 5] as Color;
    const laid = (row * 7 + column * 3) % 5 < 3;
    yield [box(85 + column * 42, top + 25 + row * 42, 36, 36, 6), laid ? color : rgb("#e2ddd0")];
  }
  yield [box(385, top + 50, 155, 155, 30), INK];
  for (const [x, y] of [
    [0, 0],
    [1, 1],
    [2, 2],
    [0, 2],
    [2, 0],
  ] as const)
    yield [circle(420 + x * 42.5, top + 85 + y * 42.5, 14), PAPER];
  for (let at = 0; at < 25; at += 1) {
    const [row, column] = [Math.floor(at / 5), at % 5];
    const placed = (row * 3 + column * 4 + 1) % 3;
    const color = placed === 0 ? rgb("#e2ddd0") : (COLORS[(Math.abs(column - 2) + row) % 5] as Color);
    yield [circle(653 + column * 42, top + 43 + row * 42, placed === 0 ? 9 : 17), color];
  }
  yield [heart(1012, top + 132, 50), rgb("#b0322b")];
  // The bars of candidate moves, below all four.
  const bars = [1, 0.82, 0.63, 0.3];
  for (const [at, length] of bars.entries()) {
    yield [box(60 + at * 275, 455, 255 * length, 18, 9), at === 0 ? rgb("#5fcb93") : rgb("#6d7b89")];
  }
}

/** The pixels, three bytes each, rows from the top. */
function pixels(): Buffer {
  const all = [...shapes()];
  const found = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1, at += 3) {
      let color: Color = INK;
      for (const [shape, paint] of all) {
        const cover = Math.min(1, Math.max(0, 0.5 - shape(x + 0.5, y + 0.5)));
        if (cover > 0) color = color.map((part, channel) => part + ((paint[channel] ?? 0) - part) * cover) as unknown as Color;
      }
      for (let channel = 0; channel < 3; channel += 1) found[at + channel] = Math.round(color[channel] ?? 0);
    }
  }
  return found;
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest >>> 0;
});

function crc(data: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of data) rest = (TABLE[(rest ^ byte) & 255] as number) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc(named));
  return Buffer.concat([length, named, check]);
}

/** The picture as a PNG file (W3C, Portable Network Graphics, third edition). */
export function sharePicture(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const raw = pixels();
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.concat([Buffer.from([0]), raw.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3)]),
  );
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * Writes the picture, and its address into the page.
 *
 * @param site the site's own address, where it is known: some readers of links want a whole one
 */
export function sharedPicture(site: string | undefined): Plugin {
  const address = site === undefined || site === "" ? `./${SHARE_PICTURE}` : new URL(SHARE_PICTURE, site).href;
  return {
    name: "hindsight-share-picture",
    transformIndexHtml: (html) => html.replace("%SHARE_PICTURE%", address),
    generateBundle() {
      this.emitFile({ type: "asset", fileName: SHARE_PICTURE, source: sharePicture() });
    },
  };
}
