/** Words of the page "Insights". */

export const INSIGHTS = {
  heading: "Insights",
} as const;
