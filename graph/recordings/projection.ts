import type { GraphQLResolveInfo } from "graphql";
import type { RecordingProjection } from "../../db/recordings/list.js";
import { listShownFields } from "../../db/recordings/columns.js";
import type { RecordingDetailProjection } from "../../db/recordings/recording-detail.js";
import { listSelectedFields } from "./selection.js";

/** The recording fields in a list's short form, in the order of /v1. */
export const listedFields: readonly string[] = listShownFields("list");

/** The fields in a single recording's short form, in the order of /v1. */
export const shownFields: readonly string[] = listShownFields("single");

/** Every name that a query may select while a list reads the short form. */
const SHORT_LIST_NAMES: ReadonlySet<string> = new Set([
  ...listedFields,
  "nodes",
  "edges",
  "node",
  "cursor",
  "nextCursor",
  "hasMore",
  "syncCursor",
  "deleted",
  "deletedAt",
  "pageInfo",
  "hasNextPage",
  "endCursor",
  "__typename",
  // A search returns them in addition to the row.
  "searchMatches",
  "field",
  "snippet",
  "text",
  "hit",
  "start",
]);

/** Every name that a query may select while a single recording is read in its short form. */
const SHORT_DETAIL_NAMES: ReadonlySet<string> = new Set([
  ...shownFields,
  "__typename",
  "kind",
  "text",
  "assignee",
  "completed",
  // Fields of the process and the metrics.
  "templateId",
  "template",
  "score",
  "followed",
  "missed",
  "total",
  "answers",
  "questionId",
  "question",
  "answer",
  "yes",
  "answered",
  "evidence",
  "start",
  "talkTime",
  "talkRatio",
  "waitedToTalkAvg",
  "talkSpeed",
  "conversationSwitches",
  "switchesPerMinute",
  "questionsAsked",
  "processScore",
]);

/** Returns the smallest projection of a list that has all fields that a query selects. */
export const resolveListProjection = (
  info: GraphQLResolveInfo,
  short: "short" | "changes",
): RecordingProjection => {
  const names = listSelectedFields(info);
  if (names.includes("transcript")) return "sized";
  return names.every((name) => SHORT_LIST_NAMES.has(name)) ? short : "whole";
};

/** Returns the smallest projection of a single recording that has all fields that a query selects. */
export const resolveSingleProjection = (info: GraphQLResolveInfo): RecordingDetailProjection =>
  listSelectedFields(info).every((name) => SHORT_DETAIL_NAMES.has(name)) ? "shown" : "whole";
