/** What can be shared of the game on the table: a challenge to play the same game, and the result as one line. */
import { plain } from "../../core/format";
import { currentState, type GameState } from "../../core/session";
import { isSeed, resultLine, type Challenge } from "../new-game/challenge";
import { EACH, eachOf, opponentOf, parsOf, type Side } from "../new-game/choice";
import { choicesOf, numbersOf, optionsFrom, togglesOf } from "../new-game/options";
import { RESULT } from "../words/play";
import type { PlayGame } from "./play.svelte";

/** The challenge that leads to the same game; null where its set-up is not known. */
export function challengeOf(play: PlayGame): Challenge | null {
  const { kept, seats, table } = play;
  const { setup } = kept;
  const start = table.session?.decisions[0]?.state;
  if (start === undefined || setup === null || !isSeed(start.seed)) return null;
  const opponent = opponentOf(seats);
  const each = opponent === EACH ? { each: eachOf(seats) } : {};
  return { seed: start.seed, choice: { opponent, side: sideOf(play, start), options: setup.options, ...each } };
}

function sideOf(play: PlayGame, start: GameState): Side {
  const me = play.personAt(null);
  if (play.table.context.info.roles.length > 0 || play.seats.length > 2) return me;
  return me === start.active_player_id ? "first" : "second";
}

/** Par: the score of the coach against this level in the person's role, or null where it is not known. */
export function parOf(play: PlayGame): number | null {
  const challenge = challengeOf(play);
  if (play.level === undefined || challenge === null) return null;
  return parsOf(play.table.context.info, play.level, challenge.choice)[0] ?? null;
}

/** The result as one line; empty until the game is over, or where its set-up is not known. */
export function resultLineOf(play: PlayGame): string {
  const { kept, opponentsText, phase, table } = play;
  const { setup } = kept;
  const challenge = challengeOf(play);
  if (table.session === null || challenge === null || setup === null || phase !== "over") return "";
  const { info } = table.context;
  const par = parOf(play);
  const others = play.persons.length > 1 ? RESULT.people(play.persons.length) : RESULT.alone;
  return resultLine({
    game: info.name,
    seed: challenge.seed,
    daily: setup.daily,
    options: unusualOptions(play),
    role: opponentsText === "" ? null : (info.roles[play.personAt(null)] ?? null),
    opponent: opponentsText === "" ? others : RESULT.against(opponentsText),
    score: play.scoreAt(currentState(table.session)),
    par: par === null ? null : plain(par, 0),
  });
}

/** The options that differ from the defaults. */
function unusualOptions({ kept, table }: PlayGame): string[] {
  const { info, ui } = table.context;
  const chosen = optionsFrom(info, kept.setup?.options ?? {});
  const choices = choicesOf(info).flatMap(({ key, title, fallback }) => {
    const value = chosen[key] as string | number;
    return value === fallback ? [] : [ui.words.optionText?.(key, value) ?? `${title} ${value}`];
  });
  const toggles = togglesOf(info).flatMap(({ key, title, fallback }) => {
    if (chosen[key] === fallback) return [];
    return [fallback ? RESULT.without(lower(title)) : lower(title)];
  });
  const numbers = numbersOf(info).flatMap(({ key, title, fallback }) =>
    chosen[key] === fallback ? [] : [ui.words.optionText?.(key, chosen[key] as number) ?? `${lower(title)} ${chosen[key]}`],
  );
  return [...choices, ...numbers, ...toggles];
}

/** A title within a sentence: "next token known". */
function lower(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
