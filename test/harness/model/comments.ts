import { computeDuration } from "./calls.js";
import { erasePayload } from "./erasure.js";
import { emit } from "./events.js";
import { listUsersById, resolveActiveUser } from "./people.js";
import { resolveInStatus } from "./recordings.js";
import { buildInvalidField, Refusal, requireFound } from "./refusal.js";
import { listReplies, resolvePlace } from "./threads.js";
import { buildUrl, formatTime } from "./views.js";
import { findQuote, type Words } from "./words.js";
import {
  type Comment,
  newId,
  type Organization,
  type Recording,
  type User,
  type World,
} from "./world.js";

export interface ReplyInput {
  text: string;
  mentions?: string[] | undefined;
  authorEmail?: string | undefined;
}

export interface CommentInput extends ReplyInput {
  recordingId: string;
  quote?: string | undefined;
  start?: number | undefined;
  end?: number | undefined;
  isPrivate?: boolean | undefined;
}

const requireText = (text: string): void => {
  if (text.trim() === "") throw buildInvalidField("text");
};

const resolveAuthor = (org: Organization, { authorEmail }: ReplyInput): User => {
  if (authorEmail === undefined) throw new Refusal("MISSING_REQUIRED_FIELD", "authorEmail");
  return resolveActiveUser(org, authorEmail, "authorEmail");
};

const findComment = (org: Organization, id: string): Comment =>
  requireFound(
    org.comments.find((comment) => comment.id === id),
    "Comment",
  );

const findThread = (org: Organization, id: string): Comment => {
  const comment = findComment(org, id);
  if (comment.thread) throw buildInvalidField("id");
  return comment;
};

const buildEnvelope = (comment: Comment): string => {
  const { recording } = comment;
  const data = {
    id: comment.id,
    threadId: comment.thread?.id ?? null,
    text: comment.text,
    start: resolvePlace(comment).start,
    createdAt: formatTime(comment.createdAt),
    authorEmail: comment.author.email,
    mentions: comment.mentions.map(({ email }) => email).toSorted(),
    recordingId: recording.id,
    recordingName: recording.name,
    userEmail: recording.user.email,
    meetingUrl: buildUrl(recording),
  };
  return JSON.stringify({ event: "comment.created", data });
};

const announce = (world: World, org: Organization, comment: Comment): void => {
  if (comment.isPrivate) return;
  const { recording } = comment;
  const sent = emit(world, org, "comment.created", recording, buildEnvelope(comment));
  comment.messageIds = sent.map(({ messageId }) => messageId);
};

const resolvePosition = (
  recording: Recording,
  { quote, start, end }: CommentInput,
): Pick<Comment, "words" | "start" | "end"> => {
  if (quote !== undefined) {
    if (quote.trim() === "") throw buildInvalidField("quote");
    if (end !== undefined) throw buildInvalidField("end");
    const lines = recording.isTranscriptRemoved ? [] : recording.transcript;
    const words = findQuote(lines, quote, start);
    if (!words) throw buildInvalidField("quote");
    return { words, start: null, end: null };
  }
  if (end !== undefined && start === undefined)
    throw new Refusal("MISSING_REQUIRED_FIELD", "start");
  if (end !== undefined && end < start!) throw buildInvalidField("end");
  if (start !== undefined && start > computeDuration(recording)) throw buildInvalidField("start");
  return { words: null, start: start ?? null, end: end ?? null };
};

type Place = Pick<Comment, "recording" | "thread" | "author" | "isPrivate"> &
  Pick<Comment, "words" | "start" | "end">;

const insertComment = (
  world: World,
  org: Organization,
  place: Place,
  { text, mentions = [] }: ReplyInput,
): Comment => {
  // Its users couldn't see it.
  if (place.isPrivate && mentions.length > 0) throw buildInvalidField("mentions");
  const mentioned = new Set(
    mentions.map((email, index) => resolveActiveUser(org, email, `mentions.${index}`)),
  );
  const comment: Comment = {
    ...place,
    id: newId(world),
    text,
    mentions: listUsersById(world, org).filter((user) => mentioned.has(user)),
    createdAt: world.now,
    editedAt: null,
    resolvedAt: null,
    messageIds: [],
  };
  org.comments.push(comment);
  announce(world, org, comment);
  return comment;
};

export const addComment = (world: World, org: Organization, input: CommentInput): Comment => {
  requireText(input.text);
  const recording = resolveInStatus(org, input.recordingId, "processed");
  const author = resolveAuthor(org, input);
  const position = resolvePosition(recording, input);
  const isPrivate = input.isPrivate === true;
  return insertComment(
    world,
    org,
    { recording, thread: null, author, isPrivate, ...position },
    input,
  );
};

/** Replies to a comment, or to another reply to it. */
export const replyToComment = (
  world: World,
  org: Organization,
  id: string,
  input: ReplyInput,
): Comment => {
  requireText(input.text);
  const comment = findComment(org, id);
  const { recording, isPrivate } = comment;
  const author = resolveAuthor(org, input);
  const thread = comment.thread ?? comment;
  const place = { recording, thread, author, isPrivate, words: null, start: null, end: null };
  return insertComment(world, org, place, input);
};

export const editComment = (world: World, org: Organization, id: string, text: string): Comment => {
  requireText(text);
  const comment = findComment(org, id);
  if (comment.text !== text) Object.assign(comment, { text, editedAt: world.now });
  return comment;
};

export const resolveComment = (
  world: World,
  org: Organization,
  id: string,
  isResolved: boolean,
): Comment => {
  const comment = findThread(org, id);
  if ((comment.resolvedAt !== null) !== isResolved)
    comment.resolvedAt = isResolved ? world.now : null;
  return comment;
};

/** Shows a private comment with its replies; only the comment itself is announced. */
export const shareComment = (world: World, org: Organization, id: string): Comment => {
  const comment = findThread(org, id);
  if (!comment.isPrivate) return comment;
  for (const one of [comment, ...listReplies(org, comment)]) one.isPrivate = false;
  announce(world, org, comment);
  return comment;
};

/** Deletes a comment with its replies, and what their events contain. */
export const deleteComment = (org: Organization, id: string): true => {
  const comment = findComment(org, id);
  const deleted = new Set([comment, ...listReplies(org, comment)]);
  const messageIds = new Set([...deleted].flatMap((one) => one.messageIds));
  for (const delivery of org.deliveries)
    if (messageIds.has(delivery.messageId)) erasePayload(delivery);
  org.comments = org.comments.filter((one) => !deleted.has(one));
  return true;
};

/** Before another transcript replaces the recording's. A comment whose words are gone keeps their time. */
export const moveComments = (
  org: Organization,
  recording: Recording,
  move: (words: Words) => Words | undefined,
): void => {
  for (const comment of org.comments.filter((one) => one.recording === recording && one.words)) {
    const { start, end } = recording.transcript[comment.words!.line]!;
    const words = move(comment.words!) ?? null;
    Object.assign(comment, words ? { words } : { words, start, end });
  }
};
