/** Panels that stay open when the board is created again, for another position, mode or game of the same visit. */
export const open = $state({ known: false });
