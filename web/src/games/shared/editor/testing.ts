/** What the tests of the editors share. */
import { screen } from "@testing-library/svelte";

/** The errors on the page, sorted. */
export const shownErrors = () =>
  screen
    .getAllByTestId("field-error")
    .map((each) => each.textContent)
    .sort();
