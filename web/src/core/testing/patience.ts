/** Runs before each file of tests: what the screen is to show may take longer on a busy machine than the default of one second. */
import { configure } from "@testing-library/svelte";

configure({ asyncUtilTimeout: 10_000 });
