import { Ctx, Field, Int, ObjectType, Query, Resolver } from "type-graphql";
import { forInternal } from "../access/access.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import type { RefusedFile, WatchedFolderState } from "../core/watched-folders.js";

@ObjectType({ simpleResolvers: true, description: "A call that a watched folder refused." })
class RefusedWatchedCall implements RefusedFile {
  @Field(() => String, {
    description:
      "The path of the call's first file below `failed`, or below the folder if files stay in place.",
  })
  file!: string;

  @Field(() => String)
  reason!: string;

  @Field(() => DateTime, { nullable: true, description: "Null if an earlier release refused it." })
  at!: number | null;
}

@ObjectType({ simpleResolvers: true, description: "A folder whose new files become calls." })
class WatchedFolder implements WatchedFolderState {
  @Field(() => String, { description: "As in DEBRIEF_WATCH." })
  folder!: string;

  @Field(() => String, { description: "The names of the files, as in DEBRIEF_WATCH." })
  pattern!: string;

  @Field(() => String, {
    nullable: true,
    description: "Why the server can't read the folder; null if it can.",
  })
  problem!: string | null;

  @Field(() => Int, {
    description:
      "Refused calls whose files are still there, among the first 10,000 files. To try one again, correct the cause and move its files back.",
  })
  refusedCalls!: number;

  @Field(() => [RefusedWatchedCall], { description: "The latest 20 of `refusedCalls`." })
  latestRefused!: RefusedFile[];
}

@Resolver(() => WatchedFolder)
export class WatchedFolderResolver {
  @forInternal()
  @Query(() => [WatchedFolder], {
    description:
      "The organization's folders that this server watches. Those of `debrief watch` aren't among them. (internal)",
  })
  async watchedFolders(
    @Ctx() { watchedFolders, organizationId }: Context,
  ): Promise<WatchedFolderState[]> {
    return watchedFolders?.list(organizationId) ?? [];
  }
}
