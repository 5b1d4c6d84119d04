/** Small pictures of boards: a list of shapes with named paints, which can be kept with a saved game and drawn without its page. */

export const PAINTS = [
  "table",
  "board",
  "slot",
  "ink",
  "paper",
  "accent",
  "blue",
  "yellow",
  "red",
  "black",
  "white",
  "green",
  "purple",
  "faint",
] as const;
export type Paint = (typeof PAINTS)[number];

/** "r" is a rectangle with rounded corners, "o" an ellipse; anything else that starts with "=" is text, "=Q♠". */
export type Form = "r" | "o" | `=${string}`;

/** The paint, the left and upper edge, width, height, and form. Text is centred in its rectangle, as high as that. */
export type Shape = readonly [paint: Paint, x: number, y: number, width: number, height: number, form: Form];

export type Sketch = readonly Shape[];

/** The size of every picture. */
export const SKETCH_WIDTH = 120;
export const SKETCH_HEIGHT = 90;
const MOST_SHAPES = 300;
const LONGEST_TEXT = 4;

/** A picture from elsewhere, such as a file, or null if it is none. */
export function readSketch(value: unknown): Sketch | null {
  return Array.isArray(value) && value.length <= MOST_SHAPES && value.every(isShape) ? value : null;
}

function isShape(value: unknown): value is Shape {
  if (!Array.isArray(value) || value.length !== 6) return false;
  const [paint, x, y, width, height, form] = value as unknown[];
  const numbers = [x, y, width, height].every((part) => typeof part === "number" && Math.abs(part) <= 2 * SKETCH_WIDTH);
  const sized = (width as number) > 0 && (height as number) > 0;
  const formed = typeof form === "string" && (form === "r" || form === "o" || (form.startsWith("=") && form.length <= 1 + LONGEST_TEXT));
  return (PAINTS as readonly unknown[]).includes(paint) && numbers && sized && formed;
}
