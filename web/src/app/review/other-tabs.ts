/** What other tabs find out about the game on the table of a review, which it takes over. */
import type { Store } from "../../store";
import { recordOf } from "../record/autosave";
import { learnFrom } from "../record/findings";
import type { ViewedGame } from "../session/viewed-game.svelte";
import type { OwnFindings } from "./own-findings";
import type { ReviewCopy } from "./review-copy.svelte";

interface Reviewed {
  readonly table: Pick<ViewedGame, "session" | "annotate">;
  readonly copy: ReviewCopy;
  readonly findings: OwnFindings;
  /** The game from which a side line was started, or null. */
  readonly main: object | null;
}

/** Follows the messages of other tabs. */
export function followTabs(store: Store, review: Reviewed): void {
  store.tabs.subscribe((message) => {
    if (message.type === "amended") void learn(store, review, message.key);
    if (message.type === "saved") void learn(store, review, message.table);
  });
}

/** @param key that of a saved game, which may be the one on the table */
async function learn({ games }: Store, review: Reviewed, key: string): Promise<void> {
  const { copy, findings } = review;
  const here = (): boolean => review.main === null && (key === copy.key || key === findings.key);
  if (!here()) return;
  // A damaged one teaches nothing.
  const there = await games
    .read(key)
    .then((kept) => (kept === undefined ? undefined : recordOf(kept)))
    .catch(() => undefined);
  if (there === undefined || !here()) return;
  // What was found out here is saved first; what the table learns then is saved already.
  copy.flush();
  findings.flush();
  learnFrom(review.table, there);
  copy.hasLearnt();
  findings.hasLearnt();
}
