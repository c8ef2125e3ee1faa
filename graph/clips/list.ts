import { Arg, Ctx, Field, ID, InputType, Int, Query, Resolver } from "type-graphql";
import { type ClipRow, findClip, listClips } from "../../db/clips/clip.js";
import { forViewers } from "../access/access.js";
import { decodeKeyset, encodeKeyset, Page, resolvePageSize } from "../arguments/pagination.js";
import type { Context } from "../context/context.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";
import { findUserIds } from "../people/find-user-ids.js";
import { Clip, ClipConnection } from "./clip.js";
import { clipReaderOf } from "./clip-reader.js";

const CLIPS_LIST = "clips";

@InputType()
class ClipFilter {
  @Field(() => String, { nullable: true, description: "The e-mail of who made the clip." })
  authorEmail?: string | null;

  @Field(() => String, { nullable: true, description: "The e-mail of the call's rep." })
  userEmail?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "true: only clips that are shared with anyone; false: only others.",
  })
  shared?: boolean | null;
}

@Resolver()
export class ClipListResolver {
  @forViewers()
  @Scans(({ filter }) =>
    countSet(filter, ["authorEmail", "userEmail", "shared"]) > 0 ? SCAN_ROWS : 0,
  )
  @Query(() => ClipConnection, {
    description:
      "Clips of recordings that the caller sees, and those shared with the caller, newest first.",
  })
  async clips(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => ClipFilter, { nullable: true }) filter: ClipFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<ClipRow>> {
    const { organizationId } = context;
    const limit = resolvePageSize(first);
    const cursor =
      typeof after === "string" ? decodeKeyset(CLIPS_LIST, organizationId, after) : undefined;
    const users = await findUserIds(context, {
      authorId: filter?.authorEmail,
      repId: filter?.userEmail,
    });
    const rows = await loadPage(context, "clips", listClips, {
      reader: clipReaderOf(context),
      limit: limit + 1,
      ...(cursor && { after: cursor }),
      ...users,
      ...(typeof filter?.shared === "boolean" && { isShared: filter.shared }),
    });
    return new Page(rows, limit, (row) =>
      encodeKeyset(CLIPS_LIST, organizationId, { time: row.createdAt, id: row.id }),
    );
  }

  @forViewers()
  @Query(() => Clip, { nullable: true, description: "A clip that the caller may see." })
  async clip(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<ClipRow | undefined> {
    return findClip(context.db, context.organizationId, id, clipReaderOf(context));
  }
}
