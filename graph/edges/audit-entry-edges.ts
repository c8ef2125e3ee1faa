import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { AuditRow } from "../../db/organizations/audit-log.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { AuditEntry } from "../organizations/audit-log.js";
import { Recording } from "../recordings/recording.js";
import { recordingLoader } from "../recordings/loaders.js";

@Resolver(() => AuditEntry)
export class AuditEntryEdgeResolver {
  @FieldResolver(() => Recording, {
    nullable: true,
    description: "The viewed recording; null once it is erased, and for other actions.",
  })
  async recording(
    @Root() { isLook, subject }: AuditRow,
    @Ctx() { loaders }: Context,
  ): Promise<RecordingRow | null> {
    if (isLook === 0 || subject === null) return null;
    return (await loaders.get(recordingLoader).load(subject)) ?? null;
  }
}
