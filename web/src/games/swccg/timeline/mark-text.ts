/** A mark of the timeline in words. */
import { short } from "../../../core/format";
import { capital, gradeWords, many, ORDER_ONLY } from "../words/phrases";
import type { Mark } from "./list";

/** What a mark of the timeline says. */
export function markText({ row, scored, said, grade: code, standing }: Mark): string {
  const head = `Decision ${row.index + 1}: ${row.text}`;
  if (scored === null) return `${head}. ${row.has_choice ? "Not scored" : "Nothing to choose"}.`;
  const loop = scored.loop > 0 ? ` Repeated ${many(scored.loop, "time")} without a change.` : "";
  const flip = scored.flipped ? " Flipped by your weights." : "";
  const grade =
    standing === "ORDER" ? ORDER_ONLY : code === null ? "choice not known" : gradeWords(code).said + (said === null ? "" : ", as you say");
  return `${head}. ${capital(grade)}, ${short(scored.stakes)} points at stake.${loop}${flip}`;
}
