/** The picture of the game, shown before its page is loaded. */
import { sketch } from "./sketch";

export default sketch(
  {
    ruleset_id: "hearts_v1",
    active_player_id: 0,
    hands: [["4C", "9C", "JC", "3D", "TD", "AD", "5S", "QS", "2H", "7H", "KH"], 11, 11, 11],
    trick: ["6D", "QD", "8D"],
  },
  0,
);
