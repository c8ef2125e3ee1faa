import type { Route } from "../route.js";
import { NAMED_RECORDING_FRAGMENT, NAMED_USER_FRAGMENT } from "./named-objects.js";

export const COMMENT_FRAGMENT = `fragment commentDetails on Comment {
  id text isPrivate createdAt editedAt resolvedAt start end
  words { line text }
  author { ...namedUser }
  mentions { ...namedUser }
  replies { ...replyDetails }
  recording { ...namedRecording }
}
fragment replyDetails on Comment { id text createdAt author { ...namedUser } }
${NAMED_USER_FRAGMENT}
${NAMED_RECORDING_FRAGMENT}`;

export const commentRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/comments",
    summary: "List comments",
    description:
      "Lists the comments on processed recordings, newest first, each with its replies. Comments that are private aren't in it, except those of the person to whom a key belongs. `userEmail` is the call's rep.",
    nonNullFields: ["Comment.recording"],
    operation: `query listComments(
      $recordingId: ID, $userEmail: String, $authorEmail: String, $mentionedEmail: String,
      $resolved: Boolean, $limit: Int, $startAfter: String
    ) {
      body: comments(first: $limit, after: $startAfter, filter: {
        recordingId: $recordingId, userEmail: $userEmail, authorEmail: $authorEmail,
        mentionedEmail: $mentionedEmail, resolved: $resolved
      }) {
        comments: nodes { ...commentDetails }
        nextCursor
        hasMore
      }
    } ${COMMENT_FRAGMENT}`,
  },
];
