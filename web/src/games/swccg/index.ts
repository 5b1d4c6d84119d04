/** SWCCG's registry entry for the page: a review screen of its own, because its games are not played here. */
import type { GameScreenModule, ScreenCommand } from "../screen-types";
import { HELP } from "./words/help";
import { ReviewModel } from "./model.svelte";
import Screen from "./screen/Screen.svelte";

const COMMANDS: Record<ScreenCommand, (model: ReviewModel) => void> = {
  next: (model) => model.nextDisagreement(),
  back: (model) => model.step(-1),
  forward: (model) => model.step(1),
  first: (model) => model.end(false),
  last: (model) => model.end(true),
};

export const swccgScreen: GameScreenModule<ReviewModel> = {
  open: (tools) => {
    const model = new ReviewModel(tools);
    void model.restore();
    return model;
  },
  component: Screen,
  command: (model, name) => COMMANDS[name](model),
  help: HELP,
};

export default swccgScreen;
