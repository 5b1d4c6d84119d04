/** Dragging a token from a cell or the hand to a cell. */
import type { Attachment } from "svelte/attachments";
import { dragHandle } from "../../shared/board/drag";
import type { BoardHost } from "../../shared/board/board-host.svelte";
import { HAND } from "./interaction.svelte";
import type { Drag, Interaction } from "./interaction.svelte";

/** The cell at a point of the window. */
function cellAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-cell]")?.dataset.cell ?? null;
}

/** Makes an element the drag handle of its token; `from` is a cell or `HAND`. */
export function draggable(ui: Interaction, host: BoardHost, from: string): Attachment<HTMLElement> {
  return dragHandle<Drag>(ui, host, {
    canTake: () => ui.canTake(from),
    take: () => ui.take(from),
    held: () => ui.canTake(from),
    placeAt: cellAt,
    drop: (cell) => cell !== from && ui.drop(cell),
    show: (lifted) => {
      const color = from === HAND ? ui.state.token : ui.tokenAt(from);
      return color == null || color === "" ? null : { ...lifted, from, color };
    },
    anchor: ".token",
    width: 40,
  });
}
