import { resolveClient } from "./clients.js";
import { buildCommentView } from "./comment-views.js";
import { pickFields } from "./rest-views.js";
import { listReplies } from "./threads.js";
import { buildClipView, formatTime } from "./views.js";
import type { Clip, Comment, Organization, Recording, User } from "./world.js";

// Comments and clips over /v1, with the user and the recording that they name.

const nameUser = ({ name, email }: User): object => ({ name, email });

/** `org`: as the viewer sees it, with its own copy of the recording. */
export const nameRecording = (org: Organization, { id }: Pick<Recording, "id">): object => {
  const recording = org.recordings.find((one) => one.id === id)!;
  return {
    id,
    name: recording.name,
    createdAt: formatTime(recording.createdAt),
    userEmail: recording.user.email,
    clientId: resolveClient(org, recording)?.id ?? null,
  };
};

/** `org`: as the viewer sees it, also for clips. */
export const toRestComment = (org: Organization, comment: Comment): object => {
  const view = buildCommentView(org, comment);
  return {
    ...pickFields(view, "id", "text", "isPrivate", "createdAt", "editedAt", "resolvedAt"),
    ...pickFields(view, "start", "end"),
    words: view.words && { line: view.words.line, text: view.words.text },
    author: nameUser(comment.author),
    mentions: comment.mentions.map(nameUser),
    replies: listReplies(org, comment).map((reply) => ({
      id: reply.id,
      text: reply.text,
      createdAt: formatTime(reply.createdAt),
      author: nameUser(reply.author),
    })),
    recording: nameRecording(org, comment.recording),
  };
};

export const toRestClip = (org: Organization, clip: Clip): object => {
  const view = buildClipView(org, clip);
  return {
    ...pickFields(view, "id", "title", "start", "end", "isWhole", "createdAt", "state"),
    ...pickFields(view, "audioUrl"),
    author: nameUser(clip.author),
    rep: nameUser(clip.recording.user),
    recording: view.recording && nameRecording(org, clip.recording),
  };
};
