/** The texts of the weights panel, and the remarks on pasted weights. */
import type { Profile } from "../types";
import { capital, counted } from "../../../core/words";
import { plain, short } from "../../../core/format";

export const WEIGHT_WORDS = {
  heading: "Weights",
  loading: "Loading the weights …",
  profile: "Profile",
  profileNote: "Only the factors named in the source notes: card efficiency, resources, position, battle power, passing.",
  reset: "Reset all",
  search: "Search the weights",
  noMatch: "No weight matches.",
  isDefault: "default",
  unchanged: "Unchanged.",
  becomes: "becomes",
  copyOrPaste: "Copy or paste weights",
  copy: "Copy as JSON",
  copied: "Weights",
  pasted: "Copied weights",
  use: "Use them",
  noneUsed: "No weight was changed.",
  notWeights: "This is not the JSON of weights copied from this page.",
} as const;

const PROFILE_NAMES: Record<Profile, string> = { coach: "Coach", document: "Source notes only" };

export function profileName(profile: Profile): string {
  return PROFILE_NAMES[profile] ?? capital(profile);
}

/** "2 weights changed." */
export function changedText(count: number): string {
  return count === 0 ? WEIGHT_WORDS.unchanged : `${counted(count, "weight")} changed.`;
}

/** "2 of 43 flip". */
export function flipCount(flips: number, decisions: number): string {
  return `${flips} of ${decisions} flip`;
}

/** "with 1 changed weight"; empty where none is changed. */
export function withChangedText(count: number): string {
  return count === 0 ? "" : `with ${counted(count, "changed weight")}`;
}

/** "12 weights", or "2 of 12 weights changed". */
export function groupText(weights: number, changed: number): string {
  return changed === 0 ? counted(weights, "weight") : `${changed} of ${counted(weights, "weight")} changed`;
}

/** "reset to 2.5": where a weight has another value than its default. */
export function defaultText(value: number): string {
  return `reset to ${short(value)}`;
}

/** For screen readers: what the button of `defaultText` resets. */
export function restoreLabel(label: string, value: number): string {
  return `${label}: ${defaultText(value)}`;
}

/** "Reset Deploying". */
export function resetText(group: string): string {
  return `Reset ${group}`;
}

/** "in 12 decisions": a button to the next of them. */
export function touchedText(count: number): string {
  return `in ${counted(count, "decision")} →`;
}

export function numberLabel(label: string): string {
  return `${label}, as a number`;
}

export function usedText(count: number): string {
  return count === 0 ? WEIGHT_WORDS.noneUsed : `${counted(count, "weight")} set.`;
}

export function moreRemarksText(count: number): string {
  return `And ${count} more like these.`;
}

export const REMARKS = {
  unknown: (name: string) => `${name} is skipped: there is no such weight.`,
  notANumber: (name: string, value: string) => `${name} is skipped: ${value} is not a number.`,
  clamped: (name: string, value: number, { minimum, maximum }: { minimum: number; maximum: number }) =>
    `${name} is set to ${plain(value, 0)}: the range is ${plain(minimum, 0)} to ${plain(maximum, 0)}.`,
  profile: (profile: string) => `The profile ${profile} is not known; the coach's is used.`,
} as const;
