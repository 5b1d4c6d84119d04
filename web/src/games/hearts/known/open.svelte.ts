/** What stays open when the board is drawn anew: for another position, mode or game of the same visit. */
export const open = $state({ known: false });
