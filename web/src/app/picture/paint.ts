/**
 * An element of the page on a canvas, as it is on screen: boxes, text and SVG shapes, from their computed styles.
 *
 * The page's policy allows no images from its own data, so a board cannot be drawn by way of an SVG image.
 */
import { isClear, outline, paintBox, paintOutline, type Area } from "./boxes";

/** A canvas, and where the page lies on it. */
interface Place {
  context: CanvasRenderingContext2D;
  /** The origin of the picture on the screen. */
  left: number;
  top: number;
  /** Pixels of the canvas per pixel of the page. */
  scale: number;
}

/** Paints an element and all in it; its upper left corner comes to `x`, `y`. */
export function paintElement(context: CanvasRenderingContext2D, root: Element, x: number, y: number, scale: number): void {
  const { left, top } = root.getBoundingClientRect();
  const place = { context, left: left - x, top: top - y, scale };
  context.setTransform(scale, 0, 0, scale, 0, 0);
  paintContext(place, root);
  context.setTransform(1, 0, 0, 1, 0, 0);
}

function areaOf({ left, top }: Place, box: DOMRect): Area {
  return { x: box.left - left, y: box.top - top, width: box.width, height: box.height };
}

/** An element that is painted after what it lies above, in the order of the layers. */
interface Raised {
  element: Element;
  layer: number;
}

/** Paints an element with its own stacking context: what is raised in it comes last. */
function paintContext(place: Place, element: Element): void {
  const style = getComputedStyle(element);
  const opacity = Number(style.opacity);
  if (opacity === 0) return;
  const raised: Raised[] = [];
  place.context.save();
  place.context.globalAlpha *= opacity;
  paint(place, element, style, raised);
  for (const { element: above } of raised.sort((one, other) => one.layer - other.layer)) paintContext(place, above);
  place.context.restore();
}

/** Paints an element and what is in it; children that are raised are only listed, for the stacking context to paint. */
function paint(place: Place, element: Element, style: CSSStyleDeclaration, raised: Raised[]): void {
  if (style.display === "none" || isTucked(element, style)) return;
  const { context } = place;
  const html = !(element instanceof SVGElement);
  const visible = style.visibility !== "hidden";
  context.save();
  if (!html) paintShape(place, element, style);
  else if (visible) {
    const area = areaOf(place, element.getBoundingClientRect());
    paintBox(context, area, style);
    if (style.overflowX === "hidden") context.clip(outline(area, style));
    paintPseudo(place, element, "::before");
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) paintChild(place, child, raised);
    else if (child instanceof Text && html && visible) paintText(place, child, style);
  }
  if (html && visible) paintPseudo(place, element, "::after");
  context.restore();
  // Above what is in it, such as the cells of a row.
  if (html && visible) paintOutline(context, areaOf(place, element.getBoundingClientRect()), style);
}

function paintChild(place: Place, element: Element, raised: Raised[]): void {
  const style = getComputedStyle(element);
  if (style.zIndex !== "auto") raised.push({ element, layer: Number(style.zIndex) });
  else if (style.opacity !== "1" || style.isolation === "isolate" || style.transform !== "none") paintContext(place, element);
  else paint(place, element, style, raised);
}

/** Whether an element is folded away, or there for screen readers only. */
function isTucked(element: Element, style: CSSStyleDeclaration): boolean {
  if (element instanceof SVGElement) return false;
  if (element.parentElement instanceof HTMLDetailsElement && !element.parentElement.open) return element.tagName !== "SUMMARY";
  const { width, height } = element.getBoundingClientRect();
  return style.clipPath.startsWith("inset(50%") || (style.position === "absolute" && width <= 1 && height <= 1);
}

/** Paints a pseudo-element: its box where it is a block or placed absolutely, and its text in the middle of the box. */
function paintPseudo(place: Place, element: Element, name: "::before" | "::after"): void {
  const style = getComputedStyle(element, name);
  if (style.content === "none" || style.content === "normal" || style.display === "none" || Number(style.opacity) === 0) return;
  const own = areaOf(place, element.getBoundingClientRect());
  const size = (value: string, fallback: number): number => (value.endsWith("px") ? Number.parseFloat(value) : fallback);
  const absolute = style.position === "absolute";
  const boxed = absolute || style.display === "block";
  const area = boxed
    ? {
        x: own.x + element.clientLeft + (absolute ? size(style.left, 0) : 0),
        y: own.y + element.clientTop + (absolute ? size(style.top, 0) : 0),
        width: size(style.width, own.width),
        height: size(style.height, own.height),
      }
    : own;
  place.context.save();
  place.context.globalAlpha *= Number(style.opacity);
  if (style.rotate.endsWith("deg")) {
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
    place.context.translate(x, y);
    place.context.rotate((Number.parseFloat(style.rotate) * Math.PI) / 180);
    place.context.translate(-x, -y);
  }
  if (boxed) paintBox(place.context, area, style);
  const text = /^"((?:[^"\\]|\\.)*)"/.exec(style.content)?.[1] ?? "";
  if (text !== "") {
    inFont(place.context, style);
    place.context.textAlign = "center";
    place.context.textBaseline = "middle";
    place.context.fillText(text, area.x + area.width / 2, area.y + area.height / 2);
  }
  place.context.restore();
}

function inFont(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
}

/** Paints a text, line by line as the page broke it. */
function paintText(place: Place, node: Text, style: CSSStyleDeclaration): void {
  if (node.data.trim() === "") return;
  const { context } = place;
  inFont(context, style);
  for (const { text, box } of linesOf(node)) {
    const shown = style.textTransform === "uppercase" ? text.toUpperCase() : text;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText(shown);
    const area = areaOf(place, box);
    context.fillText(shown, area.x, area.y + (area.height - up - down) / 2 + up, area.width + 1);
  }
}

/** The lines of a text with their boxes. */
function linesOf(node: Text): { text: string; box: DOMRect }[] {
  const range = document.createRange();
  const lines: { text: string; box: DOMRect }[] = [];
  for (const word of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].trimEnd().length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last !== undefined && Math.abs(last.box.top - box.top) < 2) {
      last.text += ` ${word[0].trim()}`;
      last.box = new DOMRect(last.box.left, last.box.top, box.right - last.box.left, last.box.height);
    } else if (box.width > 0) lines.push({ text: word[0].trim(), box });
  }
  return lines;
}

/** Paints a shape of an SVG in its own coordinates. */
function paintShape(place: Place, element: SVGElement, style: CSSStyleDeclaration): void {
  if (style.visibility === "hidden") return;
  if (element instanceof SVGSVGElement) {
    paintBox(place.context, areaOf(place, element.getBoundingClientRect()), style);
    return;
  }
  if (!(element instanceof SVGGeometryElement) && !(element instanceof SVGTextElement)) return;
  const matrix = element.getScreenCTM();
  if (matrix === null || element.closest("defs, clipPath, mask, marker, symbol") !== null) return;
  const { context, left, top, scale } = place;
  context.save();
  const { a, b, c, d, e, f } = matrix;
  context.setTransform(a * scale, b * scale, c * scale, d * scale, (e - left) * scale, (f - top) * scale);
  if (element instanceof SVGTextElement) paintLabel(context, element, style);
  else paintPath(context, new Path2D(dataOf(element)), style, style.vectorEffect === "non-scaling-stroke" ? Math.hypot(a, b) : 1);
  context.restore();
}

/** Paints a text of an SVG. */
function paintLabel(context: CanvasRenderingContext2D, element: SVGTextElement, style: CSSStyleDeclaration): void {
  inFont(context, style);
  context.textAlign = style.textAnchor === "middle" ? "center" : style.textAnchor === "end" ? "right" : "left";
  if (["central", "middle"].includes(style.dominantBaseline)) context.textBaseline = "middle";
  const first = ({ baseVal }: SVGAnimatedLengthList): number => (baseVal.numberOfItems > 0 ? baseVal.getItem(0).value : 0);
  const [x, y] = [first(element.x) + first(element.dx), first(element.y) + first(element.dy)];
  if (style.stroke !== "none" && !isClear(style.stroke)) {
    context.strokeStyle = style.stroke;
    context.lineWidth = Number.parseFloat(style.strokeWidth);
    context.strokeText(element.textContent, x, y);
  }
  context.fillStyle = style.fill;
  context.fillText(element.textContent, x, y);
}

/** @param thinner the number of pixels per unit where strokes do not scale with the shape */
function paintPath(context: CanvasRenderingContext2D, path: Path2D, style: CSSStyleDeclaration, thinner: number): void {
  const alpha = context.globalAlpha;
  if (style.fill !== "none" && !style.fill.startsWith("url") && !isClear(style.fill)) {
    context.globalAlpha = alpha * Number(style.fillOpacity);
    context.fillStyle = style.fill;
    context.fill(path, style.fillRule as CanvasFillRule);
  }
  if (style.stroke !== "none" && !style.stroke.startsWith("url") && !isClear(style.stroke)) {
    context.globalAlpha = alpha * Number(style.strokeOpacity);
    context.strokeStyle = style.stroke;
    context.lineWidth = Number.parseFloat(style.strokeWidth) / thinner;
    context.lineCap = style.strokeLinecap as CanvasLineCap;
    context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
    context.setLineDash((style.strokeDasharray.match(/[\d.]+/g) ?? []).map((part) => Number(part) / thinner));
    context.stroke(path);
  }
}

/** The outline of a shape as path data. */
function dataOf(shape: SVGGeometryElement): string {
  const number = (name: string): number => {
    const length = (shape as unknown as Record<string, SVGAnimatedLength | undefined>)[name];
    return length?.baseVal.value ?? 0;
  };
  const oval = (cx: number, cy: number, rx: number, ry: number): string =>
    `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
  if (shape instanceof SVGCircleElement) return oval(number("cx"), number("cy"), number("r"), number("r"));
  if (shape instanceof SVGEllipseElement) return oval(number("cx"), number("cy"), number("rx"), number("ry"));
  if (shape instanceof SVGLineElement) return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
  if (shape instanceof SVGRectElement) {
    const [x, y, w, h] = ["x", "y", "width", "height"].map(number) as [number, number, number, number];
    const r = Math.min(number("rx") || number("ry"), w / 2, h / 2);
    if (r === 0) return `M${x} ${y}h${w}v${h}h${-w}z`;
    const arc = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
    return `M${x + r} ${y}h${w - 2 * r}${arc(r, r)}v${h - 2 * r}${arc(-r, r)}h${2 * r - w}${arc(-r, -r)}v${2 * r - h}${arc(r, -r)}z`;
  }
  const points = shape.getAttribute("points");
  if (points !== null) return `M${points}${shape instanceof SVGPolygonElement ? "z" : ""}`;
  return shape.getAttribute("d") ?? "";
}
