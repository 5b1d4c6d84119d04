/** A picture of the board on screen, with the verdict and a caption below it. */
import { paintElement } from "./paint";

export interface PictureText {
  /** Above the board: "Hindsight: Azul". */
  title: string;
  /** The grade and the cost as on screen; empty where nothing is graded. */
  verdict: string;
  caption: string;
}

const SCALE = 2;
const EDGE = 20;
const GAP = 12;
const SMALL = 15;
const LARGE = 19;

/** The text in lines that fit a width. */
export function wrapped(context: Pick<CanvasRenderingContext2D, "measureText">, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/\s+/).filter((part) => part !== "")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && context.measureText(longer).width > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== "") lines.push(line);
  }
  return lines;
}

/** What is drawn below or above the board: a text with its style. */
interface Row {
  text: string;
  size: number;
  weight: number;
  color: string;
}

/**
 * Draws the board into a canvas, as it is on screen.
 *
 * @param board the board's element
 * @param tone the element whose colour the verdict has, if there is one
 */
export function drawCard(canvas: HTMLCanvasElement, board: Element, tone: Element | null, { title, verdict, caption }: PictureText): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const page = getComputedStyle(document.body);
  const { width, height } = board.getBoundingClientRect();
  const font = (size: number, weight: number): string => `${weight} ${size}px ${page.fontFamily}`;
  const color = tone === null ? page.color : getComputedStyle(tone).color;
  const rows = (parts: readonly Row[]): Row[] =>
    parts.flatMap((part) => {
      context.font = font(part.size, part.weight);
      return wrapped(context, part.text, width).map((text) => ({ ...part, text }));
    });
  const above = rows([{ text: title, size: SMALL, weight: 650, color: page.color }]);
  const below = rows([
    { text: verdict, size: LARGE, weight: 700, color },
    { text: caption, size: SMALL, weight: 400, color: page.color },
  ]);
  const heightOf = (lines: readonly Row[]): number => lines.reduce((sum, { size }) => sum + size * 1.45, 0);
  const total = 2 * EDGE + heightOf(above) + GAP + height + (below.length > 0 ? GAP : 0) + heightOf(below);
  canvas.width = Math.round((width + 2 * EDGE) * SCALE);
  canvas.height = Math.round(total * SCALE);
  context.setTransform(SCALE, 0, 0, SCALE, 0, 0);
  context.fillStyle = page.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let y = EDGE;
  const write = (lines: readonly Row[]): void => {
    context.setTransform(SCALE, 0, 0, SCALE, 0, 0);
    context.textBaseline = "middle";
    for (const { text, size, weight, color: ink } of lines) {
      context.font = font(size, weight);
      context.fillStyle = ink;
      context.fillText(text, EDGE, y + (size * 1.45) / 2);
      y += size * 1.45;
    }
  };
  write(above);
  y += GAP;
  paintElement(context, board, EDGE, y, SCALE);
  y += height + GAP;
  write(below);
}
