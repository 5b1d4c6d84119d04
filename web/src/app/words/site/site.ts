/** Words of the page around the games: header, help, start-up, and the lines about versions and storage. */

export const SITE = {
  name: "Hindsight",
  skipToContent: "Skip to the content",
  keysAndHelp: "Keys and help",
  settings: "Settings",
  unknownAddress: "There is nothing at this address.",
  chooseGame: "Choose a game",
  waitingForEngine: "The board opens as soon as the engine is ready.",
  engineNotStarted: "The engine has not started.",
  loadingScreen: "Loading the screen.",
  sampleFailed: "The sample could not be fetched. Check the connection, then try again.",
  positionNotOpened: "This position could not be opened.",
  title: (game: string, mode: string): string => `${game}, ${mode.toLowerCase()} – Hindsight`,
  screenTitle: (screen: string): string => `${screen} – Hindsight`,
  modesOf: (game: string): string => `Modes of ${game}`,
} as const;

export const HELP = {
  keys: "Keys",
  howToUse: "How to use it",
  howToMove: "How to move",
  licences: "Licences",
  onBoard: (game: string): string => `On the ${game} board`,
} as const;

/** The keys of the whole page, in the order of the help. */
export const SHORTCUTS: readonly { keys: string; does: string }[] = [
  { keys: "E", does: "Show the best move, evaluate the position" },
  { keys: "N", does: "Next position, mistake or game" },
  { keys: "H", does: "Hint" },
  { keys: "U", does: "Undo" },
  { keys: "R", does: "Redo" },
  { keys: "← →", does: "Previous and next move" },
  { keys: "Home End", does: "First and last position" },
  { keys: "F", does: "Flip the board" },
  { keys: "?", does: "Show these keys" },
];

export const VERSION = {
  out: "A new version of Hindsight is out.",
  gameSaved: "Your game is saved.",
  gameLost: "Your game is not saved and would be lost.",
  later: "Later",
} as const;

/** Why games are not being saved, by the health of the store. */
export const NOT_SAVED = {
  refused: "This browser refuses to store anything, so your games are not being saved.",
  full: "This browser's storage is full, so your games are not being saved.",
  silent: "This browser's storage is not responding, so your games are not being saved yet.",
  newer: "A newer version of Hindsight is open in this browser. Reload this page to save games; until then they are read-only.",
} as const;
export const DOWNLOAD_GAME = "Download this game";
