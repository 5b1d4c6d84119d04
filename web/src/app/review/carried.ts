/** A text that was pasted in the review of one game, on its way to that of another; empty if there is none. */
export const carried = { text: "" };
