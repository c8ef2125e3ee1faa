import { Field, ID, InputType, Int } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import type { CommentRow } from "../../db/comments/comment.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { seesUser } from "../../db/sign-in/viewers.js";
import { loadTranscript } from "../../db/recordings/transcript.js";
import { Constraint } from "../arguments/constraints.js";
import type { Context } from "../context/context.js";
import { invalidField, missingField, userNotFound } from "../core/errors.js";
import type { Limits } from "../arguments/declared-limits.js";
import { Limit } from "../arguments/limits.js";
import { AUTHOR_DESCRIPTION } from "../people/resolve-author.js";
import { requireActiveUser } from "../people/require-user.js";
import { findWords } from "./words.js";

export const COMMENT_TEXT: Limits = { maxBytes: 10_000 };
const MAX_MENTIONS = 20;

const MENTIONS_DESCRIPTION =
  "The e-mails of the mentioned users. Managers and reps can mention only users who see the recording. A mention grants no access.";

@InputType()
export class ReplyInput {
  @Limit(COMMENT_TEXT)
  @Field(() => String, { description: "Plain text." })
  text!: string;

  @Limit({ maxItems: MAX_MENTIONS })
  @Field(() => [String], { nullable: true, description: MENTIONS_DESCRIPTION })
  mentions?: string[] | null;

  @Field(() => String, { nullable: true, description: AUTHOR_DESCRIPTION })
  authorEmail?: string | null;
}

// Doesn't extend ReplyInput: type-graphql would drop the limits of inherited fields.
@InputType()
export class CommentInput {
  @Limit(COMMENT_TEXT)
  @Field(() => String, { description: "Plain text." })
  text!: string;

  @Limit({ maxItems: MAX_MENTIONS })
  @Field(() => [String], { nullable: true, description: MENTIONS_DESCRIPTION })
  mentions?: string[] | null;

  @Field(() => String, { nullable: true, description: AUTHOR_DESCRIPTION })
  authorEmail?: string | null;

  @Field(() => ID)
  recordingId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The words of a transcript line that the comment refers to, in exact spelling. If they occur several times, the ones nearest to `start` count.",
  })
  quote?: string | null;

  @Constraint({ minimum: 0 })
  @Field(() => Int, {
    nullable: true,
    description:
      "The place in the recording, in milliseconds. Default: that of the quote, else the whole call.",
  })
  start?: number | null;

  @Constraint({ minimum: 0 })
  @Field(() => Int, {
    nullable: true,
    description: "The end of a range, in milliseconds. Without a quote only.",
  })
  end?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Whether only the author and admins see it.",
  })
  isPrivate?: boolean | null;
}

/** @throws INVALID_FIELD */
export const validateCommentText = (text: string): void => {
  if (text.trim() === "") throw invalidField("text", "must not be empty");
};

/**
 * Returns the mentioned users' ids, each once. For managers and reps, users who can't see the recording count as
 * unknown.
 * @throws USER_NOT_FOUND
 */
export const resolveMentions = async (
  db: Db,
  { organizationId, scope }: Pick<Context, "organizationId" | "scope">,
  recording: Pick<RecordingRow, "userId">,
  emails: readonly string[],
): Promise<string[]> => {
  const ids = new Set<string>();
  for (const [index, email] of emails.entries()) {
    const field = `mentions.${index}`;
    const { id } = await requireActiveUser(db, organizationId, email, field);
    if (scope) {
      if (!(await seesUser(db, organizationId, id, recording.userId))) throw userNotFound(field);
    }
    ids.add(id);
  }
  return [...ids];
};

type Anchor = Pick<CommentRow, "startMs" | "endMs" | "line" | "lineFrom" | "lineTo">;

const NO_WORDS = { line: null, lineFrom: null, lineTo: null };

/** Returns what a comment is about. @throws INVALID_FIELD */
export const resolveAnchor = async (
  db: Db,
  { id, organizationId, duration }: RecordingRow,
  { quote, start, end }: Pick<CommentInput, "quote" | "start" | "end">,
): Promise<Anchor> => {
  if (typeof quote === "string") {
    if (quote.trim() === "") throw invalidField("quote", "must not be empty");
    if (typeof end === "number") throw invalidField("end", "can't be combined with a quote");
    const lines = await loadTranscript(db, organizationId, id);
    const words = findWords(lines, quote, start ?? undefined);
    if (!words) throw invalidField("quote", "must be words of one line of the transcript");
    return { startMs: null, endMs: null, line: words.line, lineFrom: words.from, lineTo: words.to };
  }
  if (typeof end === "number") {
    if (typeof start !== "number") throw missingField("start");
    if (end < start) throw invalidField("end", "must not be before start");
  }
  if (typeof start === "number" && start > duration)
    throw invalidField("start", `must be within the recording, which has ${duration} ms`);
  return { ...NO_WORDS, startMs: start ?? null, endMs: end ?? null };
};
