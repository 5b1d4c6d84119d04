/** What SWCCG gives the page: a screen of its own, since its games are only reviewed. */
import type { GameScreenModule, ScreenCommand } from "../screen-types";
import { HELP } from "./words/help";
import { Room } from "./room.svelte";
import Screen from "./screen/Screen.svelte";

const COMMANDS: Record<ScreenCommand, (room: Room) => void> = {
  next: (room) => room.nextDisagreement(),
  back: (room) => room.step(-1),
  forward: (room) => room.step(1),
  first: (room) => room.end(false),
  last: (room) => room.end(true),
};

export const swccgScreen: GameScreenModule<Room> = {
  open: (tools) => {
    const room = new Room(tools);
    void room.restore();
    return room;
  },
  component: Screen,
  command: (room, name) => COMMANDS[name](room),
  help: HELP,
};

export default swccgScreen;
