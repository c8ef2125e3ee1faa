/** The filters that a saved view may contain: those of the console's list of recordings, and its order. */
export const VIEW_FILTERS: ReadonlySet<string> = new Set([
  "search",
  "by",
  "saidBy",
  "userEmail",
  "range",
  "from",
  "to",
  "tag",
  "status",
  "hasNotices",
  "reviewed",
  "clientId",
  "trackerId",
  "questionId",
  "answer",
  "order",
]);
