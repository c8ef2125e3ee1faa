import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { AuditRow } from "../../db/organizations/audit-log.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { RECORDING_ACTIONS } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { AuditEntry } from "../organizations/audit-log.js";
import { Recording } from "../recordings/recording.js";
import { recordingLoader } from "../recordings/loaders.js";

@Resolver(() => AuditEntry)
export class AuditEntryEdgeResolver {
  @FieldResolver(() => Recording, {
    nullable: true,
    description:
      "The recording that was viewed or changed; null once it is erased, and for other actions.",
  })
  async recording(
    @Root() { action, subject }: AuditRow,
    @Ctx() { loaders }: Context,
  ): Promise<RecordingRow | null> {
    if (!RECORDING_ACTIONS.has(action) || subject === null) return null;
    return (await loaders.get(recordingLoader).load(subject)) ?? null;
  }
}
