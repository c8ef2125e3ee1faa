import { Arg, Ctx, Field, ID, InputType, Int, Query, Resolver } from "type-graphql";
import { type CommentRow, findComment, listThreads } from "../../db/comments/comment.js";
import { forViewers } from "../access/access.js";
import { commentReaderOf } from "./comment-reader.js";
import type { Context } from "../context/context.js";
import { decodeKeyset, encodeKeyset, Page, resolvePageSize } from "../arguments/pagination.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";
import { findUserIds } from "../people/find-user-ids.js";
import { Comment, CommentConnection } from "./comment.js";

const COMMENTS_LIST = "comments";

@InputType()
class CommentFilter {
  @Field(() => ID, { nullable: true, description: "Only comments on this recording." })
  recordingId?: string | null;

  @Field(() => String, { nullable: true, description: "The e-mail of the thread's author." })
  authorEmail?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The e-mail of a user whom the thread mentions.",
  })
  mentionedEmail?: string | null;

  @Field(() => String, { nullable: true, description: "The e-mail of the call's rep." })
  userEmail?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "true: only resolved ones; false: only open ones.",
  })
  resolved?: boolean | null;
}

@Resolver()
export class CommentListResolver {
  @forViewers()
  // The filter for a recording has an index.
  @Scans(({ filter }) =>
    countSet(filter, ["authorEmail", "mentionedEmail", "userEmail", "resolved"]) > 0
      ? SCAN_ROWS
      : 0,
  )
  @Query(() => CommentConnection, {
    description:
      "Comments over all recordings that the caller may see, newest first; without replies.",
  })
  async comments(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => CommentFilter, { nullable: true })
    filter: CommentFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<CommentRow>> {
    const { organizationId } = context;
    const limit = resolvePageSize(first);
    const cursor =
      typeof after === "string" ? decodeKeyset(COMMENTS_LIST, organizationId, after) : undefined;
    const users = await findUserIds(context, {
      authorId: filter?.authorEmail,
      mentionedId: filter?.mentionedEmail,
      repId: filter?.userEmail,
    });
    const rows = await loadPage(context, "comments", listThreads, {
      reader: commentReaderOf(context),
      limit: limit + 1,
      ...(cursor && { after: cursor }),
      ...users,
      ...(typeof filter?.recordingId === "string" && { recordingId: filter.recordingId }),
      ...(typeof filter?.resolved === "boolean" && { isResolved: filter.resolved }),
    });
    return new Page(rows, limit, (row) =>
      encodeKeyset(COMMENTS_LIST, organizationId, { time: row.createdAt, id: row.id }),
    );
  }

  @forViewers()
  @Query(() => Comment, {
    nullable: true,
    description: "A comment or a reply that the caller may see.",
  })
  async comment(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<CommentRow | undefined> {
    return findComment(context.db, context.organizationId, id, commentReaderOf(context));
  }
}
