/** The filters in the address. All but those of time and numbers, and the order, have the names of the schema's RecordingFilter. */
export const recordingFilterNames = [
  "search",
  "by",
  "saidBy",
  "userEmail",
  "teamId",
  "range",
  "from",
  "to",
  "tag",
  "status",
  "hasNotices",
  "reviewed",
  "clientId",
  "trackerId",
  "withoutTrackerId",
  "questionId",
  "answer",
  "score",
  "talkRatio",
  "closed",
  "order",
] as const;

export type RecordingFilterValues = Partial<Record<(typeof recordingFilterNames)[number], string>>;
