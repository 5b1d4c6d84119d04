/** The texts of the card rules. */

export const RULES_WORDS = {
  heading: "Card rules",
  own: "your own",
  explained:
    "What single cards are worth, and when to hold them: conditions, points and a reason each. Change, add or delete rules, use them, and " +
    "see which decisions flip. The weight “Each point of a card rule” scales them all.",
  label: "Rules, as TOML",
  use: "Use these rules",
  reset: "Back to the shipped rules",
  used: "These rules are used.",
  shipped: "The shipped rules are used again.",
} as const;
