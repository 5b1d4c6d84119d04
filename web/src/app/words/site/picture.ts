/** Words of the picture of a position. */
export const PICTURE = {
  open: "Picture",
  heading: "Picture of the board",
  caption: "Caption",
  title: (game: string): string => `Hindsight: ${game}`,
  of: (caption: string): string => (caption === "" ? "The board as it is on screen" : `The board as it is on screen: ${caption}`),
  copy: "Copy picture",
  save: "Download picture",
  share: "Share picture",
  copying: "Copying …",
  copied: "Picture copied.",
  shared: "The picture was shared.",
  saved: "The picture was downloaded.",
  notCopied: "The picture could not be copied: this browser does not allow it here.",
  notShared: "The picture could not be shared.",
  failed: "The picture could not be made.",
  file: (game: string): string => `hindsight-${game}.png`,
} as const;
