import type { GraphQLResolveInfo } from "graphql";
import type { RecordingForm } from "../db/recording-lists.js";
import { shownFields, type WholeForm } from "../db/whole-recordings.js";
import { selectedBeneath } from "./selection.js";

/** What a list can show of recordings from their short form. */
const SHORT = new Set([
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
  "id",
  "name",
  "status",
  "createdAt",
  "duration",
  "summary",
  "url",
  // A search has them beside the row.
  "matches",
  "field",
  "snippet",
  "text",
  "hit",
  "start",
]);

/** How much a list has to read of its recordings for what is selected of them. */
export const listForm = (info: GraphQLResolveInfo, short: "short" | "changes"): RecordingForm => {
  const names = selectedBeneath(info);
  if (names.includes("transcript")) return "sized";
  return names.every((name) => SHORT.has(name)) ? short : "whole";
};

/** What can be shown of a recording from less than all that is known of it. */
const SHOWN = new Set([
  ...shownFields,
  "__typename",
  "actionItems",
  "kind",
  "text",
  "assignee",
  "completed",
  "tags",
  "url",
]);

/** How much has to be read of a single recording for what is selected of it. */
export const singleForm = (info: GraphQLResolveInfo): WholeForm =>
  selectedBeneath(info).every((name) => SHOWN.has(name)) ? "shown" : "whole";
