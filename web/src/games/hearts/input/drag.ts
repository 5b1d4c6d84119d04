/** Dragging a card from a hand to the middle of the table. */
import type { Attachment } from "svelte/attachments";
import { dragHandle } from "../../shared/board/drag";
import type { BoardHost } from "../../shared/board/board-host.svelte";
import type { Card } from "../cards";
import { MIDDLE } from "./interaction.svelte";
import type { Drag, Interaction } from "./interaction.svelte";

/** The middle, if a point of the window is over it. */
function placeAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest('[data-drop="middle"]') == null ? null : MIDDLE;
}

/** Makes an element the drag handle of a card. */
export function draggable(ui: Interaction, host: BoardHost, card: Card): Attachment<HTMLElement> {
  return dragHandle<Drag>(
    {
      get drag() {
        return ui.drag;
      },
      set drag(drag) {
        ui.drag = drag;
      },
      get lastMoveWasDrag() {
        return ui.lastMoveWasDrag;
      },
      set lastMoveWasDrag(wasDrag) {
        ui.lastMoveWasDrag = wasDrag;
      },
      point: () => undefined,
      // Cards chosen for passing before the drag stay chosen.
      cancel: () => undefined,
    },
    host,
    {
      canTake: () => ui.canTake(card),
      take: () => ui.canTake(card),
      held: () => ui.canTake(card),
      placeAt,
      drop: () => ui.drop(card),
      show: (lifted) => ({ ...lifted, card }),
      anchor: ".card",
      width: 62,
    },
  );
}
