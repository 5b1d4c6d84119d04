/** Dragging tiles from a source to a destination of the player to move. */
import type { Attachment } from "svelte/attachments";
import { dragHandle } from "../../shared/board/drag";
import type { BoardHost } from "../../shared/board/board-host.svelte";
import type { Interaction } from "./interaction.svelte";
import type { Choice, DestKey } from "../layout";

/** The destination at a point of the window, if it belongs to the player to move. */
function destinationAt(x: number, y: number, player: number): DestKey | null {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]");
  if (target?.dataset.player !== String(player)) return null;
  return target.dataset.drop ?? null;
}

/** Makes a button the drag handle of its tiles. */
export function draggable(ui: Interaction, host: BoardHost, choice: Choice, count: number): Attachment<HTMLElement> {
  return dragHandle(ui, host, {
    canTake: () => ui.canTake(choice),
    take: () => ui.take(choice),
    held: () => ui.chosen !== null,
    placeAt: (x, y) => destinationAt(x, y, ui.state.active_player_id),
    drop: (destination) => ui.clickDestination(destination),
    show: (lifted) => ({ ...lifted, choice, count, color: choice.color }),
    anchor: "[data-anchor]",
    width: 36,
  });
}
