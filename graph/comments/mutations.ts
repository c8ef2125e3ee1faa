import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import {
  type CommentRow,
  countComments,
  countReplies,
  countThreads,
  deleteComment,
  insertComment,
  publishThread,
  updateComment,
} from "../../db/comments/comment.js";
import { eraseCommentEvents } from "../../db/comments/events.js";
import { replaceMentions } from "../../db/comments/mentions.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forPeople } from "../access/access.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import { conflict, Failure, invalidField } from "../core/errors.js";
import { ArgumentLimits } from "../arguments/limits.js";
import { mutate } from "../context/mutate.js";
import { emit } from "../webhooks/emit.js";
import { Comment } from "./comment.js";
import {
  COMMENT_TEXT,
  CommentInput,
  ReplyInput,
  resolveMentions,
  resolveAnchor,
  validateCommentText,
} from "./input.js";
import { resolveAuthor } from "../people/resolve-author.js";
import { requireVisibleRecording } from "../recordings/visible.js";
import { requireComment, requireOwnComment } from "./require-comment.js";

/** Reply lists aren't paginated. */
const MAX_REPLIES = 200;
const MAX_THREADS = 1_000;
/** Per recording, including replies. */
const MAX_COMMENTS = 5_000;

/** Emits the event of a comment, unless the comment is private. */
const announce = async (
  trx: Db,
  context: Context,
  effects: Effects,
  comment: CommentRow,
): Promise<void> => {
  if (comment.isPrivate === 1) return;
  const eventId = await emit(trx, context, effects, "comment.created", comment);
  await updateComment(trx, context.organizationId, comment.id, { eventId });
};

/** Stores a comment with its mentions, and emits its event. */
const createComment = async (
  trx: Db,
  context: Context,
  effects: Effects,
  comment: CommentRow,
  recording: RecordingRow,
  mentions: readonly string[],
): Promise<CommentRow> => {
  if (comment.isPrivate === 1 && mentions.length > 0)
    throw invalidField(
      "mentions",
      "must be empty for a private comment, which its users can't see",
    );
  if ((await countComments(trx, context.organizationId, recording.id)) >= MAX_COMMENTS)
    throw conflict(`The recording has ${MAX_COMMENTS} comments and replies already`);
  const userIds = await resolveMentions(trx, context, recording, mentions);
  await insertComment(trx, context.organizationId, comment);
  await replaceMentions(trx, context.organizationId, comment.id, userIds);
  await announce(trx, context, effects, comment);
  return comment;
};

@Resolver()
export class CommentMutationResolver {
  @forPeople()
  @Mutation(() => Comment, {
    description:
      "Comments on a processed recording. All who see the recording see it, unless it is private. Sends comment.created for a comment that isn't private.",
  })
  async addComment(
    @Arg("input", () => CommentInput) input: CommentInput,
    @Ctx() context: Context,
  ): Promise<CommentRow> {
    validateCommentText(input.text);
    const { organizationId } = context;
    return mutate(context, async (trx, effects) => {
      const recording = await requireVisibleRecording(trx, context, input.recordingId);
      const authorId = await resolveAuthor(trx, context, input.authorEmail);
      if ((await countThreads(trx, organizationId, recording.id)) >= MAX_THREADS)
        throw conflict(`has ${MAX_THREADS} comments already`, "recordingId");
      const comment: CommentRow = {
        id: context.newId(),
        recordingId: recording.id,
        threadId: null,
        authorId,
        threadAuthorId: authorId,
        isPrivate: input.isPrivate === true ? 1 : 0,
        text: input.text,
        ...(await resolveAnchor(trx, recording, input)),
        createdAt: context.now(),
        editedAt: null,
        resolvedAt: null,
        resolvedBy: null,
        eventId: null,
      };
      return createComment(trx, context, effects, comment, recording, input.mentions ?? []);
    });
  }

  @forPeople()
  @Mutation(() => Comment, {
    description:
      "Replies to a comment. A reply in a private thread is private too. Sends comment.created unless it is private.",
  })
  async replyToComment(
    @Arg("id", () => ID, { description: "The id of the comment, or of another reply to it." })
    id: string,
    @Arg("input", () => ReplyInput) input: ReplyInput,
    @Ctx() context: Context,
  ): Promise<CommentRow> {
    validateCommentText(input.text);
    return mutate(context, async (trx, effects) => {
      const { comment, recording } = await requireComment(trx, context, id);
      const authorId = await resolveAuthor(trx, context, input.authorEmail);
      const threadId = comment.threadId ?? comment.id;
      if ((await countReplies(trx, context.organizationId, threadId)) >= MAX_REPLIES)
        throw conflict(`has ${MAX_REPLIES} replies already`, "id");
      const { recordingId, threadAuthorId, isPrivate } = comment;
      const reply: CommentRow = {
        id: context.newId(),
        recordingId,
        threadId,
        authorId,
        threadAuthorId,
        isPrivate,
        text: input.text,
        startMs: null,
        endMs: null,
        line: null,
        lineFrom: null,
        lineTo: null,
        createdAt: context.now(),
        editedAt: null,
        resolvedAt: null,
        resolvedBy: null,
        eventId: null,
      };
      return createComment(trx, context, effects, reply, recording, input.mentions ?? []);
    });
  }

  @forPeople()
  @ArgumentLimits({ text: COMMENT_TEXT })
  @Mutation(() => Comment, {
    description: "Changes the text of one's own comment or reply. Its mentions stay.",
  })
  async editComment(
    @Arg("id", () => ID) id: string,
    @Arg("text", () => String) text: string,
    @Ctx() context: Context,
  ): Promise<CommentRow> {
    validateCommentText(text);
    return mutate(context, async (trx) => {
      const { comment } = await requireOwnComment(trx, context, id);
      if (comment.text === text) return comment;
      const changes = { text, editedAt: context.now() };
      await updateComment(trx, context.organizationId, id, changes);
      return { ...comment, ...changes };
    });
  }

  @forPeople()
  @Mutation(() => Comment, {
    description:
      "Shows a private comment of one's own, with its replies, to all who see the recording, and sends comment.created. It can't become private again.",
  })
  async shareComment(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<CommentRow> {
    return mutate(context, async (trx, effects) => {
      const { comment } = await requireOwnComment(trx, context, id);
      if (comment.threadId !== null)
        throw invalidField("id", "must be of a comment, not of a reply");
      if (comment.isPrivate === 0) return comment;
      await publishThread(trx, context.organizationId, id);
      const shared = { ...comment, isPrivate: 0 };
      await announce(trx, context, effects, shared);
      return shared;
    });
  }

  @forPeople()
  @Mutation(() => Comment, {
    description: "Marks a thread as resolved, or as open again. All who see it may do so.",
  })
  async resolveComment(
    @Arg("id", () => ID) id: string,
    @Arg("resolved", () => Boolean, { defaultValue: true }) resolved: boolean,
    @Ctx() context: Context,
  ): Promise<CommentRow> {
    return mutate(context, async (trx) => {
      const { comment } = await requireComment(trx, context, id);
      if (comment.threadId !== null)
        throw invalidField("id", "must be of a comment, not of a reply");
      if ((comment.resolvedAt !== null) === resolved) return comment;
      const changes = resolved
        ? { resolvedAt: context.now(), resolvedBy: context.userId ?? null }
        : { resolvedAt: null, resolvedBy: null };
      await updateComment(trx, context.organizationId, id, changes);
      return { ...comment, ...changes };
    });
  }

  @forPeople()
  @Mutation(() => Boolean, {
    description:
      "Deletes a comment with its replies, or a reply, and erases their events. Authors delete their own; admins and internal tokens all.",
  })
  async deleteComment(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const { comment } = await requireComment(trx, context, id);
      if (context.role !== "internal" && comment.authorId !== context.userId)
        throw new Failure("FORBIDDEN", "Requires its author or an admin");
      await eraseCommentEvents(trx, organizationId, id);
      await deleteComment(trx, organizationId, id);
      return true;
    });
  }
}
