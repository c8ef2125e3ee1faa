import { isSameEmail } from "./people.js";
import type { Comment, NamedKey, Organization } from "./world.js";

/** Returns the place in the call: of the words that the comment is about, else the one that was sent. */
export const resolvePlace = ({
  recording,
  words,
  start,
  end,
}: Comment): Pick<Comment, "start" | "end"> => {
  const line = words && recording.transcript[words.line]!;
  return line ? { start: line.start, end: line.end } : { start, end };
};

/** Oldest first. */
export const listReplies = (org: Organization, thread: Comment): Comment[] =>
  org.comments
    .filter((one) => one.thread === thread)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));

/** Leaves the comments that a key sees, or the API key if there is none. */
export const listShown = (comments: readonly Comment[], key?: NamedKey): Comment[] =>
  comments.filter(
    ({ isPrivate, thread, author }) => !isPrivate || (thread?.author ?? author) === key?.user,
  );

export interface CommentFilter {
  authorEmail?: string | undefined;
  mentionedEmail?: string | undefined;
  userEmail?: string | undefined;
  resolved?: boolean | undefined;
}

/** Threads that fit the filter, in any order. A mention in a reply counts, too. */
export const listThreads = (org: Organization, filter: CommentFilter): Comment[] => {
  const { authorEmail, mentionedEmail, userEmail, resolved } = filter;
  return org.comments.filter(
    (comment) =>
      !comment.thread &&
      (authorEmail === undefined || isSameEmail(comment.author, authorEmail)) &&
      (mentionedEmail === undefined ||
        [comment, ...listReplies(org, comment)].some(({ mentions }) =>
          mentions.some((user) => isSameEmail(user, mentionedEmail)),
        )) &&
      (userEmail === undefined || isSameEmail(comment.recording.user, userEmail)) &&
      (resolved === undefined || (comment.resolvedAt !== null) === resolved),
  );
};
