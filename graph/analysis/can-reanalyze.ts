import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forManagers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Recording } from "../recordings/recording.js";
import { heldAnalysisClaimLoader } from "./loaders.js";
import { mediaLoader, transcriptPresenceLoader } from "../recordings/loaders.js";

@Resolver(() => Recording)
export class CanReanalyzeResolver {
  @forManagers()
  @FieldResolver(() => Boolean, {
    description:
      "Whether `reanalyze` leads to another analysis now: the status allows it, there is something to analyse, and this server or a worker analyses it. (internal)",
  })
  async canReanalyze(
    @Root() { id, status, mediaUrl }: RecordingRow,
    @Ctx() { analyzes, loaders, readAt }: Context,
  ): Promise<boolean> {
    if (status !== "failed" && status !== "processed") return false;
    if (!analyzes) {
      // An external worker lists received recordings, so it finds a requeued failed recording but not a processed one.
      if (status === "failed") return true;
      if (!(await loaders.get(heldAnalysisClaimLoader).load(String(readAt)))) return false;
    }
    if (await loaders.get(transcriptPresenceLoader).load(id)) return true;
    if (analyzes && !analyzes.audio) return false;
    return mediaUrl !== null || (await loaders.get(mediaLoader).load(id)) !== undefined;
  }
}
