/** What the tests of the boards share. */

/** The properties of a board that most tests leave as they are. */
export const BOARD_PROPS = {
  interactive: true,
  perspective: 0,
  marks: [],
  evaluation: null,
  animate: false,
  colorMarks: false,
};
