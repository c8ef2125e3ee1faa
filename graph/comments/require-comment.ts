import { type CommentRow, findComment } from "../../db/comments/comment.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { commentReaderOf } from "./comment-reader.js";
import type { Context } from "../context/context.js";
import { Failure, notFound } from "../core/errors.js";
import { requireRecording } from "../recordings/recording.js";
import { maySee } from "../recordings/visible.js";

/** Loads a comment that the caller may see, with its recording. @throws NOT_FOUND */
export const requireComment = async (
  trx: Db,
  context: Context,
  id: string,
): Promise<{ comment: CommentRow; recording: RecordingRow }> => {
  const { organizationId } = context;
  const comment = await findComment(trx, organizationId, id, commentReaderOf(context));
  if (!comment) throw notFound("Comment");
  const recording = await requireRecording(trx, organizationId, comment.recordingId);
  if (!maySee(context, recording)) throw notFound("Comment");
  return { comment, recording };
};

/** Loads a comment of the caller's own; an internal token may change any comment. @throws NOT_FOUND, FORBIDDEN */
export const requireOwnComment = async (
  trx: Db,
  context: Context,
  id: string,
): Promise<{ comment: CommentRow; recording: RecordingRow }> => {
  const found = await requireComment(trx, context, id);
  if (context.userId !== undefined && found.comment.authorId !== context.userId)
    throw new Failure("FORBIDDEN", "Requires the comment's author");
  return found;
};
