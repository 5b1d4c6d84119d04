/** Charts of a game that are sliders, too: a click or a key goes to a position. */

const FEWEST_PLACES = 20;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export interface Slider {
  /** The position on screen, and the last one. */
  here: number;
  last: number;
  /** How many positions the chart is wide. */
  places: number;
  onGo: (index: number) => void;
}

/** The width of a chart in positions; the first moves of a game do not fill it. */
export function placesFor(positions: number): number {
  return Math.max(positions, FEWEST_PLACES);
}

/** Goes to the position that was clicked. */
export function slideByClick(event: MouseEvent & { currentTarget: Element }, { last, places, onGo }: Slider): void {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  onGo(within(Math.floor(((event.clientX - left) / width) * places), last));
}

/** Goes on or back by an arrow, and to an end by Home and End; other keys are left to the page. */
export function slideByKey(event: KeyboardEvent, { here, last, onGo }: Slider): void {
  const ends: Record<string, number> = { Home: 0, End: last };
  const to = ends[event.key] ?? here + (STEPS[event.key] ?? Number.NaN);
  if (Number.isNaN(to)) return;
  event.preventDefault();
  event.stopPropagation();
  onGo(within(to, last));
}

function within(index: number, last: number): number {
  return Math.min(last, Math.max(0, index));
}
