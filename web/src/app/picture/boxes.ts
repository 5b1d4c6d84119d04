/** Boxes of elements on a canvas: backgrounds with their gradients, borders and rounded corners. */

/** A rectangle on the canvas. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A gradient's stop: a colour at a fraction of its way. */
export interface Stop {
  color: string;
  at: number;
}

const SIDES = ["Top", "Right", "Bottom", "Left"] as const;

const px = (value: string): number => Number.parseFloat(value) || 0;

/** Whether a computed colour shows nothing. */
export function isClear(color: string): boolean {
  return color === "transparent" || /^rgba\(.*,\s*0\)$/.test(color) || /\/\s*0\)$/.test(color);
}

/** The parts of a list, separated by commas outside parentheses. */
function listed(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    else if (text[at] === "," && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

/**
 * The stops of a gradient as computed styles write it; positions that are left out are spread evenly.
 *
 * @param length the length of the gradient's way in pixels
 */
export function stopsOf(parts: readonly string[], length: number): Stop[] {
  const stops: { color: string; at: number | null }[] = [];
  for (const part of parts) {
    const [, color = part, rest = ""] = /^([a-z-]+\([^)]*\)|#\w+|[a-z]+)\s*(.*)$/i.exec(part) ?? [];
    const places = rest.match(/-?[\d.]+(?:%|px)?/g) ?? [];
    if (places.length === 0) stops.push({ color, at: null });
    for (const place of places) stops.push({ color, at: place.endsWith("%") ? px(place) / 100 : px(place) / Math.max(1, length) });
  }
  const last = stops.length - 1;
  let before = 0;
  return stops.map(({ color, at }, index) => {
    // A stop is never before the one in front of it.
    before = Math.min(1, Math.max(before, at ?? (last === 0 ? 0 : index / last)));
    return { color, at: before };
  });
}

/** A gradient of a computed `background-image`, or null for anything else. */
function gradient(context: CanvasRenderingContext2D, image: string, { x, y, width, height }: Area): CanvasGradient | null {
  const [, kind, inside] = /^(linear|radial)-gradient\((.*)\)$/s.exec(image) ?? [];
  if (kind === undefined || inside === undefined) return null;
  const parts = listed(inside);
  const led = /^(?:to |-?[\d.]+deg|circle|ellipse|at |farthest|closest)/.exec(parts[0] ?? "") !== null;
  const head = led ? (parts.shift() ?? "") : "";
  let made: CanvasGradient;
  let length: number;
  if (kind === "radial") {
    length = Math.hypot(width, height) / 2;
    made = context.createRadialGradient(x + width / 2, y + height / 2, 0, x + width / 2, y + height / 2, length);
  } else {
    const across = head === "to right" || head === "90deg";
    length = across ? width : height;
    made = context.createLinearGradient(x, y, across ? x + width : x, across ? y : y + height);
  }
  for (const { color, at } of stopsOf(parts, length)) made.addColorStop(at, color);
  return made;
}

/** The outline of a box with rounded corners. */
export function outline({ x, y, width, height }: Area, style: CSSStyleDeclaration): Path2D {
  const path = new Path2D();
  const most = Math.min(width, height) / 2;
  const radii = [style.borderTopLeftRadius, style.borderTopRightRadius, style.borderBottomRightRadius, style.borderBottomLeftRadius];
  const round = radii.map((radius) => Math.min(most, radius.endsWith("%") ? (px(radius) / 100) * Math.min(width, height) : px(radius)));
  path.roundRect(x, y, width, height, round);
  return path;
}

/** Paints the background and the borders of a box. */
export function paintBox(context: CanvasRenderingContext2D, area: Area, style: CSSStyleDeclaration): void {
  if (area.width <= 0 || area.height <= 0) return;
  const shape = outline(area, style);
  if (!isClear(style.backgroundColor)) {
    context.fillStyle = style.backgroundColor;
    context.fill(shape);
  }
  for (const image of listed(style.backgroundImage).reverse()) {
    const fill = gradient(context, image, area);
    if (fill === null) continue;
    context.fillStyle = fill;
    context.fill(shape);
  }
  paintInsets(context, area, style);
  paintRings(context, area, style);
  paintBorders(context, area, style);
}

/** Paints the frame around a marked part of a board. */
export function paintOutline(context: CanvasRenderingContext2D, area: Area, style: CSSStyleDeclaration): void {
  const width = px(style.outlineWidth);
  if (style.outlineStyle === "none" || width === 0 || isClear(style.outlineColor)) return;
  const by = px(style.outlineOffset) + width / 2;
  const frame = { x: area.x - by, y: area.y - by, width: area.width + 2 * by, height: area.height + 2 * by };
  context.setLineDash(style.outlineStyle === "dashed" ? [width * 3, width * 2] : []);
  context.lineWidth = width;
  context.strokeStyle = style.outlineColor;
  context.stroke(outline(frame, style));
  context.setLineDash([]);
}

/** Paints the shadows that are drawn as rings: without blur, all around. */
function paintRings(context: CanvasRenderingContext2D, area: Area, style: CSSStyleDeclaration): void {
  for (const shadow of listed(style.boxShadow)) {
    const [, color, spread, inset] = /^(.+) 0px 0px 0px ([\d.]+)px( inset)?$/.exec(shadow) ?? [];
    if (color === undefined || isClear(color)) continue;
    const width = px(spread ?? "");
    const by = (inset === undefined ? 1 : -1) * (width / 2);
    const ring = { x: area.x - by, y: area.y - by, width: area.width + 2 * by, height: area.height + 2 * by };
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke(outline(ring, style));
  }
}

/** A line along an edge that a shadow inside the box draws, without blur: its place in the box. */
export function insetOf(shadow: string, { x, y, width, height }: Area): { color: string; line: Area } | null {
  const [, color, right, down] = /^(.+) (-?[\d.]+)px (-?[\d.]+)px 0px 0px inset$/.exec(shadow) ?? [];
  const [dx, dy] = [px(right ?? ""), px(down ?? "")];
  if (color === undefined || isClear(color) || (dx === 0) === (dy === 0)) return null;
  if (dy !== 0) return { color, line: { x, y: dy > 0 ? y : y + height + dy, width, height: Math.abs(dy) } };
  return { color, line: { x: dx > 0 ? x : x + width + dx, y, width: Math.abs(dx), height } };
}

/** Paints the shadows that are drawn as lines along an edge, inside the borders. */
function paintInsets(context: CanvasRenderingContext2D, area: Area, style: CSSStyleDeclaration): void {
  const [top, right, bottom, left] = SIDES.map((side) => px(style[`border${side}Width`])) as [number, number, number, number];
  const inner = { x: area.x + left, y: area.y + top, width: area.width - left - right, height: area.height - top - bottom };
  for (const shadow of listed(style.boxShadow)) {
    const found = insetOf(shadow, inner);
    if (found === null) continue;
    context.save();
    context.clip(outline(area, style));
    context.fillStyle = found.color;
    context.fillRect(found.line.x, found.line.y, found.line.width, found.line.height);
    context.restore();
  }
}

function paintBorders(context: CanvasRenderingContext2D, area: Area, style: CSSStyleDeclaration): void {
  const borders = SIDES.map((side) => ({
    width: style[`border${side}Style`] === "none" ? 0 : px(style[`border${side}Width`]),
    color: style[`border${side}Color`],
    dashed: style[`border${side}Style`] === "dashed",
  }));
  const [first] = borders;
  if (first === undefined) return;
  if (borders.every(({ width, color }) => width === first.width && color === first.color)) {
    if (first.width === 0 || isClear(first.color)) return;
    const { width } = first;
    const inner = { x: area.x + width / 2, y: area.y + width / 2, width: area.width - width, height: area.height - width };
    context.setLineDash(first.dashed ? [width * 3, width * 2] : []);
    context.lineWidth = width;
    context.strokeStyle = first.color;
    context.stroke(outline(inner, style));
    context.setLineDash([]);
    return;
  }
  const { x, y, width, height } = area;
  const [top, right, bottom, left] = borders.map((border) => border.width) as [number, number, number, number];
  const bars = [
    [x, y, width, top],
    [x + width - right, y, right, height],
    [x, y + height - bottom, width, bottom],
    [x, y, left, height],
  ] as const;
  for (const [index, bar] of bars.entries()) {
    const { color, width: thick } = borders[index] ?? first;
    if (thick === 0 || isClear(color)) continue;
    context.fillStyle = color;
    context.fillRect(...bar);
  }
}
