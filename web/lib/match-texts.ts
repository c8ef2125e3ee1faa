/** What the match statuses of the schema mean for people. */
export const matchTexts = {
  matched: "recorded",
  missed: "no recording",
  pending: "not yet",
} as const;
