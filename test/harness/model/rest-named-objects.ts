import { resolveClient } from "./clients.js";
import { buildCommentView } from "./comment-views.js";
import { buildClipView, formatTime } from "./views.js";
import type { Clip, Comment, Organization, Recording, User } from "./world.js";

// Comments and clips over /v1, with the user and the recording that they name.

const nameUser = ({ name, email }: User): object => ({ name, email });

const nameRecording = (org: Organization, recording: Recording): object => ({
  id: recording.id,
  name: recording.name,
  createdAt: formatTime(recording.createdAt),
  userEmail: recording.user.email,
  clientId: resolveClient(org, recording)?.id ?? null,
});

/** `org`: as the viewer sees it, also for clips. */
export const toRestComment = (org: Organization, comment: Comment): object => {
  const { id, text, isPrivate, createdAt, editedAt, resolvedAt, start, end, words, replies } =
    buildCommentView(org, comment);
  return {
    ...{ id, text, isPrivate, createdAt, editedAt, resolvedAt, start, end },
    words: words && { line: words.line, text: words.text },
    author: nameUser(comment.author),
    mentions: comment.mentions.map(nameUser),
    replies: replies.map((reply) => ({
      id: reply.id,
      text: reply.text,
      createdAt: reply.createdAt,
      author: nameUser(org.comments.find((one) => one.id === reply.id)!.author),
    })),
    recording: nameRecording(org, comment.recording),
  };
};

export const toRestClip = (org: Organization, clip: Clip): object => {
  const { sharedWith: _, transcript: __, recording, ...view } = buildClipView(org, clip);
  return {
    ...view,
    author: nameUser(clip.author),
    rep: nameUser(clip.recording.user),
    recording: recording && nameRecording(org, clip.recording),
  };
};
