/** The picture of the game, shown before its page is loaded. */
import { sketch } from "./sketch";

export default sketch(
  {
    ruleset_id: "yatzy_v1",
    active_player_id: 0,
    dice: [6, 5, 6, 3, 6],
    rolls_left: 1,
    players: [{ scores: { ones: 2, threes: 9, fives: 15, one_pair: 12, full_house: 23, small_straight: 15, two_pairs: 18 } }],
  },
  0,
);
