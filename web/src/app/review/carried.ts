/** A text that was pasted in the review of one game, on its way to that of another, by its name in addresses; empty if there is none. */
export const carried = { text: "", slug: "" };
