import type { RecordingCommentsQuery } from "./comments.graphql.js";

export type Thread = NonNullable<RecordingCommentsQuery["recording"]>["comments"]["nodes"][number];

/** A comment, or a reply to one. */
export type Comment = Omit<Thread, "start" | "resolvedAt" | "resolvedBy" | "words" | "replies">;
