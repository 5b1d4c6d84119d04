import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ICON = readFileSync("public/icon.svg", "utf8");
const numbers = (text: string): number[] => (text.match(/-?[\d.]+/g) ?? []).map(Number);
const attribute = (element: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? "";
const [left = 0, top = 0, width = 0, height = 0] = numbers(attribute(ICON, "viewBox"));
const [ground = "", ...shapes] = ICON.match(/<(?:rect|path)[^>]*>/g) ?? [];

/** How far from the middle of the icon a shape reaches, at most. */
function reach(shape: string): number {
  const away = (x: number, y: number): number => Math.hypot(x - left - width / 2, y - top - height / 2);
  if (shape.startsWith("<rect")) {
    const [x = 0, y = 0, w = 0, h = 0] = ["x", "y", "width", "height"].map((name) => Number(attribute(shape, name)));
    return Math.max(away(x, y), away(x + w, y), away(x, y + h), away(x + w, y + h));
  }
  const path = attribute(shape, "d");
  const [x = NaN, y = NaN, ...rest] = numbers(path);
  if (/^M[\d ]+a[\d ]+$/.test(path)) {
    // The larger arc of a circle, above its ends.
    const [r = NaN, , , , , across = NaN] = rest;
    return away(x + across / 2, y - Math.sqrt(r ** 2 - (across / 2) ** 2)) + r + Number(attribute(shape, "stroke-width")) / 2;
  }
  expect(path).toMatch(/^M[\d ]+l[-\d ]+z$/);
  const [dx = NaN, dy = NaN, ex = NaN, ey = NaN] = rest;
  return Math.max(away(x, y), away(x + dx, y + dy), away(x + dx + ex, y + dy + ey));
}

it("fills its square, so that a device may cut any shape out of it", () => {
  expect(width).toBe(height);
  expect(attribute(ground, "d")).toBe(`M${left}${top}h${width}v${height}H${left}`);
});

it("shows everything within the circle that every mask leaves", () => {
  expect(shapes).toHaveLength(4);
  expect(Math.max(...shapes.map(reach))).toBeLessThanOrEqual(0.4 * width);
});
