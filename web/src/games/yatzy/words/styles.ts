/** Styles of play between the safest and the boldest, which stand for the engine's risk preferences (theta). */
import { plain } from "../../../core/format";

interface Style {
  theta: number;
  name: string;
  /** Somebody who plays like that. */
  player: string;
}

/** From the safest to the boldest. */
const STYLES: readonly Style[] = [
  { theta: -0.2, name: "As safe as can be", player: "The safest of players" },
  { theta: -0.1, name: "Very safe", player: "A very safe player" },
  { theta: -0.05, name: "Safe", player: "A safe player" },
  { theta: -0.03, name: "Fairly safe", player: "A fairly safe player" },
  { theta: -0.02, name: "Careful", player: "A careful player" },
  { theta: -0.01, name: "A little careful", player: "A slightly careful player" },
  { theta: 0, name: "For points", player: "Somebody who plays for points" },
  { theta: 0.01, name: "A little daring", player: "A slightly daring player" },
  { theta: 0.02, name: "Daring", player: "A daring player" },
  { theta: 0.03, name: "Bold", player: "A bold player" },
  { theta: 0.05, name: "Very bold", player: "A very bold player" },
  { theta: 0.1, name: "For a record", player: "Somebody who plays for a record" },
  { theta: 0.2, name: "All for a record", player: "Somebody who plays all for a record" },
];

/** The style nearest to a risk preference. */
function nearest(theta: number): Style {
  return STYLES.toSorted((a, b) => Math.abs(a.theta - theta) - Math.abs(b.theta - theta))[0]!;
}

/** The mildest style that goes at least as far as a risk preference, or else the one that goes farthest. */
function reaching(theta: number): Style {
  const beyond = STYLES.filter((style) => (theta < 0 ? style.theta <= theta : style.theta >= theta));
  return (theta < 0 ? beyond.at(-1) : beyond[0]) ?? nearest(theta);
}

/** "Daring". */
export function styleName(theta: number): string {
  return nearest(theta).name;
}

/** "A daring player", the mildest of those who go at least as far. */
export function stylePlayer(theta: number): string {
  return reaching(theta).player;
}

/** "Daring or bolder", "Careful or safer": everybody who goes at least as far. */
export function stylesFrom(theta: number): string {
  const { name, theta: from } = reaching(theta);
  const last = from === STYLES[0]!.theta || from === STYLES.at(-1)!.theta;
  return last ? name : `${name} or ${theta < 0 ? "safer" : "bolder"}`;
}

/** The parameter itself, for those who know it: "theta 0.02". */
export function thetaText(theta: number): string {
  return `theta ${plain(theta, 2)}`;
}
