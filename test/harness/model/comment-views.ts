import { listReplies, resolvePlace } from "./threads.js";
import { formatTime } from "./views.js";
import type { Comment, Organization } from "./world.js";

const buildWordsView = ({ recording, words }: Comment) =>
  words && {
    ...words,
    text: recording.transcript[words.line]!.text.slice(words.from, words.to),
  };

const buildSingleView = (comment: Comment) => ({
  id: comment.id,
  text: comment.text,
  isPrivate: comment.isPrivate,
  createdAt: formatTime(comment.createdAt),
  editedAt: formatTime(comment.editedAt),
  resolvedAt: formatTime(comment.resolvedAt),
  ...resolvePlace(comment),
  words: buildWordsView(comment),
  author: { email: comment.author.email },
  // Only programs resolve comments here.
  resolvedBy: null,
  mentions: comment.mentions.map(({ email }) => ({ email })),
  recording: { id: comment.recording.id },
});

/** `org`: as the viewer sees it, which decides which replies are shown. */
export const buildCommentView = (org: Organization, comment: Comment) => ({
  ...buildSingleView(comment),
  replies: listReplies(org, comment).map(buildSingleView),
});
