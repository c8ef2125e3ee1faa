import type { CommentRow } from "../../db/comments/comment.js";
import { loadMentions } from "../../db/comments/mentions.js";
import { loadUsersByIds } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { loadTranscript } from "../../db/recordings/transcript.js";
import { buildRecordingUrl } from "../context/urls.js";
import type { EventData, EventSubject } from "./event-definition.js";
import { formatOptionalTime } from "./event-texts.js";

interface CommentEventSource {
  comment: CommentRow;
  recording: RecordingRow;
  authorEmail: string;
  userEmail: string;
  mentions: string[];
  start: number | null;
  url: string;
}

export const commentSubject: EventSubject<CommentRow> = {
  recordingIdOf: ({ recordingId }) => recordingId,
};

/** A comment with its position in the recording, without the words it refers to. */
export const commentEventData: EventData<CommentRow, CommentEventSource> = {
  load: async (trx, context, comment) => {
    const { organizationId } = context;
    const recording = (await findRecordingById(trx, organizationId, comment.recordingId))!;
    const mentioned = await loadMentions(trx, organizationId, [comment.id]);
    const userIds = mentioned.map(({ userId }) => userId);
    const users = await loadUsersByIds(trx, organizationId, [
      ...new Set([comment.authorId, recording.userId, ...userIds]),
    ]);
    const emails = new Map(users.map(({ id, email }) => [id, email]));
    const { line, startMs } = comment;
    const lines = line === null ? [] : await loadTranscript(trx, organizationId, recording.id);
    return {
      comment,
      recording,
      authorEmail: emails.get(comment.authorId)!,
      userEmail: emails.get(recording.userId)!,
      mentions: userIds.map((id) => emails.get(id)!).toSorted(),
      start: startMs ?? (line === null ? null : (lines[line]?.start ?? null)),
      url: buildRecordingUrl(context, recording.id),
    };
  },
  fields: {
    id: { schema: { like: "Comment.id" }, value: ({ comment }) => comment.id },
    threadId: {
      schema: {
        type: ["string", "null"],
        description: "The comment that this one replies to; null for the first of a thread.",
      },
      value: ({ comment }) => comment.threadId,
    },
    text: { schema: { like: "Comment.text" }, value: ({ comment }) => comment.text },
    start: { schema: { like: "Comment.start", isNullable: true }, value: ({ start }) => start },
    createdAt: {
      schema: { like: "Comment.createdAt" },
      value: ({ comment }) => formatOptionalTime(comment.createdAt),
    },
    authorEmail: {
      schema: { type: "string", description: "The author's e-mail." },
      value: ({ authorEmail }) => authorEmail,
    },
    mentions: {
      schema: {
        type: "array",
        items: { type: "string" },
        description: "The e-mails of the users whom it mentions.",
      },
      value: ({ mentions }) => mentions,
    },
    recordingId: { schema: { like: "Recording.id" }, value: ({ recording }) => recording.id },
    recordingName: { schema: { like: "Recording.name" }, value: ({ recording }) => recording.name },
    userEmail: { schema: { like: "Recording.userEmail" }, value: ({ userEmail }) => userEmail },
    meetingUrl: { schema: { like: "Recording.url" }, value: ({ url }) => url },
  },
};
