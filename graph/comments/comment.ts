import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from "type-graphql";
import type { CommentRow } from "../../db/comments/comment.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { UserRow } from "../../db/people/users.js";
import type { StoredUtterance } from "../../db/recordings/transcript.js";
import { forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import {
  createConnectionType,
  decodeKeyset,
  encodeKeyset,
  Page,
  resolvePageSize,
} from "../arguments/pagination.js";
import { DateTime } from "../arguments/scalars.js";
import { loadNamedUser } from "../people/load-named-user.js";
import { User } from "../people/users.js";
import { withoutActivity } from "../people/without-activity.js";
import { Recording } from "../recordings/recording.js";
import { recordingLoader, transcriptLoader } from "../recordings/loaders.js";
import { userLoader } from "../people/loaders.js";
import { mentionsLoader, repliesLoader, threadsOfRecordingsLoader } from "./loaders.js";

@ObjectType({ simpleResolvers: true, description: "Words of a transcript." })
class CommentWords {
  @Field(() => Int, { description: "The index of the line, from 0." })
  line!: number;

  @Field(() => Int, {
    description: "The first character in the line's text, counted in UTF-16 units from 0.",
  })
  from!: number;

  @Field(() => Int, { description: "The end in the line's text, excluded." })
  to!: number;

  @Field(() => String, { description: "The words as the transcript has them now." })
  text!: string;
}

@ObjectType({ simpleResolvers: true, description: "A comment on a recording, or a reply to one." })
export class Comment {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  text!: string;

  @Field(() => Boolean, {
    description: "Whether only its thread's author and admins see it.",
  })
  isPrivate!: number;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, { nullable: true, description: "When its author last changed it." })
  editedAt!: number | null;

  @Field(() => DateTime, { nullable: true, description: "When the thread was resolved." })
  resolvedAt!: number | null;
}

export const CommentConnection = createConnectionType("Comment", () => Comment);

const RECORDING_COMMENTS = "recording-comments";

const loadLine = async (
  { loaders }: Context,
  { recordingId, line }: CommentRow,
): Promise<StoredUtterance | undefined> =>
  line === null
    ? undefined
    : (await loaders.get(transcriptLoader).load(recordingId))?.utterances[line];

@Resolver(() => Comment)
export class CommentResolver {
  @FieldResolver(() => Recording, { nullable: true })
  recording(
    @Root() { recordingId }: CommentRow,
    @Ctx() { loaders }: Context,
  ): Promise<RecordingRow | undefined> {
    return loaders.get(recordingLoader).load(recordingId);
  }

  @FieldResolver(() => User)
  async author(@Root() { authorId }: CommentRow, @Ctx() context: Context): Promise<UserRow> {
    return loadNamedUser(context, authorId);
  }

  @FieldResolver(() => User, { nullable: true, description: "Who resolved the thread." })
  async resolvedBy(
    @Root() { resolvedBy }: CommentRow,
    @Ctx() context: Context,
  ): Promise<UserRow | undefined> {
    const user =
      resolvedBy === null ? undefined : await context.loaders.get(userLoader).load(resolvedBy);
    return user && withoutActivity(context, user);
  }

  @FieldResolver(() => [User], { description: "The users whom it mentions." })
  async mentions(@Root() { id }: CommentRow, @Ctx() context: Context): Promise<UserRow[]> {
    const mentions = await context.loaders.get(mentionsLoader).load(id);
    const users = await context.loaders
      .get(userLoader)
      .loadMany(mentions.map(({ userId }) => userId));
    return users
      .filter((user): user is UserRow => user !== undefined && !(user instanceof Error))
      .map((user) => withoutActivity(context, user));
  }

  @FieldResolver(() => CommentWords, {
    nullable: true,
    description:
      "The words that the comment is about. They move with the transcript when it is corrected; null without any, and once they are gone.",
  })
  async words(
    @Root() comment: CommentRow,
    @Ctx() context: Context,
  ): Promise<CommentWords | undefined> {
    const { line, lineFrom: from, lineTo: to } = comment;
    const said = await loadLine(context, comment);
    if (!said || line === null || from === null || to === null) return undefined;
    return { line, from, to, text: said.text.slice(from, to) };
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "The place in the recording, in milliseconds from its beginning; null for a comment on the whole call.",
  })
  async start(@Root() comment: CommentRow, @Ctx() context: Context): Promise<number | null> {
    return comment.startMs ?? (await loadLine(context, comment))?.start ?? null;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "The end of the range, in milliseconds; null without one.",
  })
  async end(@Root() comment: CommentRow, @Ctx() context: Context): Promise<number | null> {
    return comment.endMs ?? (await loadLine(context, comment))?.end ?? null;
  }

  @FieldResolver(() => [Comment], { description: "Oldest first. A reply has none." })
  async replies(
    @Root() { id, threadId }: CommentRow,
    @Ctx() { loaders }: Context,
  ): Promise<CommentRow[]> {
    return threadId === null ? loaders.get(repliesLoader).load(id) : [];
  }
}

@Resolver(() => Recording)
export class RecordingCommentsResolver {
  @forViewers()
  @FieldResolver(() => CommentConnection, {
    description: "Comments on the recording that the caller may see, oldest first.",
  })
  async comments(
    @Root() { id }: RecordingRow,
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Ctx() { organizationId, loaders }: Context,
  ): Promise<Page<CommentRow>> {
    const limit = resolvePageSize(first);
    const rows = await loaders.get(threadsOfRecordingsLoader).load({
      parent: id,
      limit: limit + 1,
      after:
        typeof after === "string"
          ? decodeKeyset(RECORDING_COMMENTS, organizationId, after)
          : undefined,
    });
    return new Page(rows, limit, (row) =>
      encodeKeyset(RECORDING_COMMENTS, organizationId, { time: row.createdAt, id: row.id }),
    );
  }
}
