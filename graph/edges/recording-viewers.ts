import { Arg, Ctx, ID, Query, Resolver } from "type-graphql";
import type { UserRow } from "../../db/people/users.js";
import { listViewerIds } from "../../db/sign-in/viewers.js";
import { forPeople } from "../access/access.js";
import type { Context } from "../context/context.js";
import { userLoader } from "../people/loaders.js";
import { User } from "../people/users.js";
import { withoutActivity } from "../people/without-activity.js";
import { isHiddenFrom } from "../consent/hidden.js";
import { recordingLoader } from "../recordings/loaders.js";

@Resolver()
export class RecordingViewersResolver {
  @forPeople()
  @Query(() => [User], {
    nullable: true,
    description:
      "The active users who see a recording, by name: its rep, those who lead a team of the rep, and admins. Null if the caller doesn't see the recording. A comment can mention them, and they can own an action item.",
  })
  async recordingViewers(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<UserRow[] | null> {
    const { db, organizationId, loaders } = context;
    const recording = await loaders.get(recordingLoader).load(recordingId);
    if (!recording || isHiddenFrom(context, recording)) return null;
    const ids = await listViewerIds(db, organizationId, recording.userId);
    const users = await Promise.all(ids.map((id) => loaders.get(userLoader).load(id)));
    return users
      .filter((user) => user?.active === 1)
      .map((user) => withoutActivity(context, user!))
      .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  }
}
