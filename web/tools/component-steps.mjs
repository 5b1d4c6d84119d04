/** What components do in place of some of the steps that Svelte's compiler writes: see `shorter-components.ts`. */
// eslint-disable-next-line svelte/no-svelte-internal -- This takes the place of code that the compiler writes.
import * as $ from "svelte/internal/client";

/** Collects the nodes below one that are marked as `template-marks.ts` says, and takes the marks from elements. */
function collect(node, found) {
  const alone = node.nodeType === Node.ELEMENT_NODE && node.childNodes.length === 1;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === Node.ELEMENT_NODE) {
      if (child.hasAttribute("_")) {
        child.removeAttribute("_");
        found.push(child);
      }
      collect(child, found);
    } else if (child.nodeType === Node.COMMENT_NODE || child.data === "_" || (alone && child.data === " ")) {
      found.push(child);
    }
  }
}

/** A template whose copies come as a list: the root, and the marked nodes in the order of the document. */
function listed(copy, html) {
  // Svelte puts a comment of its own before one at the start.
  const skipped = html.startsWith("<!>") ? 1 : 0;
  return () => {
    const root = copy();
    const found = [];
    collect(root, found);
    return [root, ...found.slice(skipped)];
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function from_html(html, flags) {
  return listed($.from_html(html, flags), html);
}

/* @__NO_SIDE_EFFECTS__ */
export function from_svg(html, flags) {
  return listed($.from_svg(html, flags), html);
}

/** A condition: a part that is there while a test holds, and perhaps another one while it does not. */
export function when(anchor, test, then, otherwise, chained) {
  $.if(
    anchor,
    (render) => {
      if (test()) render(then);
      else if (otherwise) render(otherwise, -1);
    },
    chained,
  );
}
