/** Marks in a template's markup for those of its nodes that a component uses; `component-steps.mjs` finds them. */

/** A node of a template. */
export interface Piece {
  /** Its number in the order of the document. */
  place: number;
  kind: "element" | "text" | "comment";
  /** Where it starts in the markup, and where its text ends, or an element's name. */
  start: number;
  end: number;
  children: Piece[];
  parent: Piece | null;
}

const TOKEN = /<!>|<\/(?<closed>[\w-]+)>|<(?<opened>[\w-]+)(?:\s+[^\s=>/"]+(?:="[^"]*")?)*\s*(?<ended>\/?)>|[^<]+/y;
/** An element's attribute that marks it, and the text of a text that is marked. */
const MARK = "_";

/** The nodes of markup as the compiler writes it, below one that stands for the whole; null if it is not understood. */
export function nodesOf(html: string): Piece | null {
  const top: Piece = { place: -1, kind: "element", start: 0, end: 0, children: [], parent: null };
  let at = top;
  let place = 0;
  TOKEN.lastIndex = 0;
  for (let start = 0; start < html.length; start = TOKEN.lastIndex) {
    const found = TOKEN.exec(html);
    if (found === null) return null;
    const { closed, opened, ended } = found.groups!;
    if (closed !== undefined) {
      if (at.parent === null) return null;
      at = at.parent;
      continue;
    }
    const kind = opened !== undefined ? "element" : found[0] === "<!>" ? "comment" : "text";
    const end = opened === undefined ? TOKEN.lastIndex : start + 1 + opened.length;
    const piece: Piece = { place: place++, kind, start, end, children: [], parent: at };
    at.children.push(piece);
    // The compiler ends elements without content by a slash.
    if (opened !== undefined && ended === "") at = piece;
  }
  return at === top ? top : null;
}

function* below(piece: Piece): Iterable<Piece> {
  for (const child of piece.children) {
    yield child;
    yield* below(child);
  }
}

/**
 * Markup with marks, and the places of the nodes that are found by them. Comments need none, nor does a blank that is all
 * of an element's content: both stand for something that the component puts there.
 *
 * @param needed the places of the nodes to mark
 * @returns null if one of them cannot be marked
 */
export function marked(html: string, needed: ReadonlySet<number>): { html: string; places: number[] } | null {
  const top = nodesOf(html);
  if (top === null) return null;
  const places: number[] = [];
  let text = "";
  let done = 0;
  for (const { place, kind, start, end, parent } of below(top)) {
    const own = html.slice(start, end);
    const found = kind === "comment" || own === MARK || (own === " " && parent !== top && parent?.children.length === 1);
    if (!found && !needed.has(place)) continue;
    places.push(place);
    if (found) continue;
    if (kind === "text" && own !== " ") return null;
    text += html.slice(done, kind === "text" ? start : end) + (kind === "text" ? MARK : ` ${MARK}`);
    done = end;
  }
  return { html: text + html.slice(done), places };
}
