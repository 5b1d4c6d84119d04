/** The animation between two positions, as a plan in milliseconds. Read from `last_events`; no rule is applied. */
import { anchor, floorSlots, groups, sourceKey, tileCount, tilesAt, tokenBeside } from "../layout";
import type { AzulEvent, AzulState, Color, DraftEvent, TileEvent } from "../types";

/** A piece drawn over the board: waits at `from`, flies to `to`, stays there, disappears. Times in ms. */
export interface Flight {
  piece: Color | "token";
  from: string;
  to: string;
  /** When it appears. */
  show: number;
  /** When it starts to fly. */
  at: number;
  /** When it arrives. */
  arrive: number;
  /** When it disappears. */
  until: number;
  /** Whether it fades out; if not, its real tile takes its place. */
  fades: boolean;
}

/** A real piece that stays hidden until its flight arrives. */
export interface Hold {
  anchor: string;
  until: number;
}

/** Points that appear over a place. */
export interface Pop {
  text: string;
  anchor: string;
  at: number;
  tone: "gain" | "loss";
}

/** All that is drawn over the board after a move, and how long it takes. */
export interface Plan {
  flights: Flight[];
  holds: Hold[];
  pops: Pop[];
  total: number;
}

export const FLY_MS = 200;
export const POP_MS = 420;
const FADE_MS = 120;
/** Delay from one wall tile to the next. */
const TILE_STEP = 60;
/** Delay from one factory to the next. */
const DEAL_STEP = 25;

const ofType = <T extends AzulEvent["type"]>(events: readonly AzulEvent[], type: T) =>
  events.filter((event): event is Extract<AzulEvent, { type: T }> => event.type === type);

/**
 * The plan from one position to the next, or null when the second does not follow from the first by one move.
 *
 * `dropped` means that the tiles were placed by dragging and need not fly.
 */
export function planAnimation(before: AzulState, after: AzulState, dropped = false): Plan | null {
  const events = after.last_events ?? [];
  const draft = ofType(events, "draft")[0];
  if (draft === undefined || !follows(before, after, draft)) return null;
  const roundEnds = events.length > 1;
  const plan: Plan = { flights: [], holds: [], pops: [], total: 0 };
  const clock = roundEnds ? roundClock(events) : null;
  addDraft(plan, before, draft, dropped, clock);
  if (clock !== null) addRoundEnd(plan, before, after, events, draft, clock);
  const ends = [...plan.flights.map((f) => f.until), ...plan.holds.map((h) => h.until), ...plan.pops.map((p) => p.at + POP_MS)];
  plan.total = Math.max(0, ...ends);
  return plan;
}

/** Whether the second position follows from the first by this draft: not after an undo or a jump. */
function follows(before: AzulState, after: AzulState, draft: DraftEvent): boolean {
  const held = tilesAt(before, sourceKey(draft.source))[draft.color] ?? 0;
  if (before.active_player_id !== draft.player_id || held !== draft.count) return false;
  return (after.last_events ?? []).length > 1 || onTable(before) - draft.count === onTable(after);
}

/** The number of tiles in factories and centre. */
function onTable(state: AzulState): number {
  return [state.center.tiles, ...state.factories].reduce((sum, tiles) => sum + tileCount(tiles), 0);
}

/** The times of the end of a round, in ms. */
interface RoundClock {
  /** When a player's wall tile starts, by its place among them from 0. */
  tile: (place: number) => number;
  /** When the floor lines are cleared. */
  penalty: number;
  /** When the new round is dealt. */
  refill: number;
}

function roundClock(events: readonly AzulEvent[]): RoundClock {
  const tiles = ofType(events, "tile");
  const most = Math.max(...[0, 1].map((player) => tiles.filter((event) => event.player_id === player).length));
  const tile = (place: number) => FLY_MS + place * TILE_STEP;
  const penalty = most > 0 ? tile(most - 1) + FLY_MS : FLY_MS;
  return { tile, penalty, refill: penalty + FADE_MS };
}

/** The taken tiles fly to line, floor and lid; the rest of a factory to the centre. */
function addDraft(plan: Plan, before: AzulState, draft: DraftEvent, dropped: boolean, clock: RoundClock | null): void {
  const { player_id: player, color, destination } = draft;
  const source = sourceKey(draft.source);
  const row = destination === "Floor" ? -1 : destination.PatternLine;
  const held = before.players[player]?.pattern_lines[row]?.count_filled ?? 0;
  const floor = before.players[player]?.floor_line;
  const lying = (floor?.tiles?.length ?? 0) + (floor?.has_first_player_token || draft.took_token ? 1 : 0);
  for (let i = 0; i < draft.count; i++) {
    const from = anchor.source(source, color, i);
    const onFloor = i - draft.placed;
    let to: string = anchor.lid;
    if (onFloor < 0) to = anchor.line(player, row, held + i);
    else if (onFloor < draft.to_floor) to = anchor.floor(player, lying + onFloor);
    fly(plan, color, dropped && to !== anchor.lid ? to : from, to, clock, to === anchor.lid);
  }
  if (draft.took_token) fly(plan, "token", anchor.token, anchor.floor(player, 0), clock, false);
  if (draft.source === "Center") return;
  const center = before.center.tiles ?? {};
  for (const group of groups(tilesAt(before, source))) {
    if (group.color === color) continue;
    for (let i = 0; i < group.count; i++) {
      fly(
        plan,
        group.color,
        anchor.source(source, group.color, i),
        anchor.source("C", group.color, (center[group.color] ?? 0) + i),
        null,
        false,
      );
    }
  }
}

/** Adds the flight of a piece; its real piece stays hidden until then. */
function fly(plan: Plan, piece: Color | "token", from: string, to: string, clock: RoundClock | null, fades: boolean): void {
  // At the end of a round the place is cleared soon after: the flying piece itself stays until then.
  const until = clock === null || fades ? FLY_MS : clearedAt(to, clock);
  plan.flights.push({ piece, from, to, show: 0, at: 0, arrive: FLY_MS, until, fades: fades || to.startsWith("floor") });
  if (!fades) plan.holds.push({ anchor: to, until: FLY_MS });
}

function clearedAt(to: string, clock: RoundClock): number {
  return to.startsWith("floor") ? clock.penalty : FLY_MS;
}

/** Complete lines go to the wall with their points, floors are cleared with their penalties, the new round is dealt. */
function addRoundEnd(
  plan: Plan,
  before: AzulState,
  after: AzulState,
  events: readonly AzulEvent[],
  draft: DraftEvent,
  clock: RoundClock,
): void {
  const placed = [0, 0];
  for (const event of ofType(events, "tile")) {
    const place = placed[event.player_id] ?? 0;
    placed[event.player_id] = place + 1;
    addTiling(plan, before, event, draft, clock.tile(place));
  }
  before.players.forEach((player, index) => {
    floorSlots(player.floor_line).forEach((piece, slot) => {
      if (piece !== null && piece !== "token") rest(plan, piece, anchor.floor(index, slot), clock.penalty);
    });
  });
  for (const event of ofType(events, "penalty")) {
    if (event.points < 0)
      plan.pops.push({ text: String(event.points), anchor: anchor.floor(event.player_id, 0), at: clock.penalty, tone: "loss" });
  }
  const bonus = [0, 0];
  for (const event of ofType(events, "bonus")) bonus[event.player_id] = (bonus[event.player_id] ?? 0) + event.points;
  bonus.forEach((points, player) => {
    if (points > 0) plan.pops.push({ text: `+${points}`, anchor: anchor.score(player), at: clock.penalty + FADE_MS, tone: "gain" });
  });
  if (ofType(events, "refill").length > 0) addRefill(plan, before, after, clock.refill);
}

/** A wall tile flies from its line with its points; the line's other tiles fade. */
function addTiling(plan: Plan, before: AzulState, event: TileEvent, draft: DraftEvent, at: number): void {
  const { player_id: player, row, column, color } = event;
  const to = anchor.wall(player, row, column);
  const arrive = at + FLY_MS;
  plan.flights.push({ piece: color, from: anchor.line(player, row, 0), to, show: 0, at, arrive, until: arrive, fades: false });
  plan.holds.push({ anchor: to, until: arrive });
  plan.pops.push({ text: `+${event.points}`, anchor: to, at: arrive, tone: "gain" });
  const line = before.players[player]?.pattern_lines[row];
  const held = line?.count_filled ?? 0;
  const drafted = draft.player_id === player && draft.destination !== "Floor" && draft.destination.PatternLine === row;
  for (let i = 1; i < held; i++) rest(plan, color, anchor.line(player, row, i), at);
  if (!drafted) return;
  // Freshly drafted tiles stay on the line until its turn; the one on the first place moves on to the wall.
  for (let i = held; i < held + draft.placed; i++) {
    const place = anchor.line(player, row, i);
    const flight = plan.flights.find((each) => each.to === place);
    if (flight === undefined) continue;
    flight.until = at;
    flight.fades = i > 0;
  }
  if (held === 0) {
    const first = plan.flights.find((each) => each.from === anchor.line(player, row, 0) && each.to === to);
    if (first !== undefined) first.show = at;
  }
}

/** Adds a piece that stays where it is, and then fades. */
function rest(plan: Plan, piece: Color, place: string, until: number): void {
  plan.flights.push({ piece, from: place, to: place, show: 0, at: 0, arrive: 0, until, fades: true });
}

/** The factories are filled from the bag, and the first-player token returns to the centre. */
function addRefill(plan: Plan, before: AzulState, after: AzulState, start: number): void {
  after.factories.forEach((tiles, index) => {
    const at = start + index * DEAL_STEP;
    for (const group of groups(tiles)) {
      for (let i = 0; i < group.count; i++) {
        const to = anchor.source(`F${index}`, group.color, i);
        plan.flights.push({
          piece: group.color,
          from: anchor.bag,
          to,
          show: at,
          at,
          arrive: at + FLY_MS,
          until: at + FLY_MS,
          fades: false,
        });
        plan.holds.push({ anchor: to, until: at + FLY_MS });
      }
    }
  });
  const owner = before.players.findIndex((player) => player.floor_line?.has_first_player_token);
  if (owner < 0 || !after.center.has_first_player_token) return;
  const from = tokenBeside(before.players[owner]?.floor_line) ? anchor.floorEnd(owner) : anchor.floor(owner, 0);
  plan.flights.push({
    piece: "token",
    from,
    to: anchor.token,
    show: 0,
    at: start,
    arrive: start + FLY_MS,
    until: start + FLY_MS,
    fades: false,
  });
  plan.holds.push({ anchor: anchor.token, until: start + FLY_MS });
}

/** Keyframes of a flight for the Web Animations API; `dx`, `dy` in pixels from `from` to `to`, `scale` the size there. */
export function keyframes(flight: Flight, dx: number, dy: number, scale: number): { frames: Keyframe[]; duration: number } {
  const duration = flight.until + (flight.fades ? FADE_MS : 1);
  const offset = (ms: number) => Math.min(1, Math.max(0, ms / duration));
  const start = "translate(0px, 0px) scale(1)";
  const end = `translate(${dx}px, ${dy}px) scale(${scale})`;
  const frames: Keyframe[] = [
    { offset: 0, opacity: flight.show > 0 ? 0 : 1, transform: start },
    { offset: offset(flight.show), opacity: 1, transform: start },
    { offset: offset(flight.at), opacity: 1, transform: start, easing: "cubic-bezier(0.3, 0, 0.1, 1)" },
    { offset: offset(flight.arrive), opacity: 1, transform: end },
    { offset: offset(flight.until), opacity: 1, transform: end },
    { offset: 1, opacity: 0, transform: end },
  ];
  if (flight.show > 0) frames.splice(1, 0, { offset: offset(flight.show), opacity: 0, transform: start });
  return { frames, duration };
}
