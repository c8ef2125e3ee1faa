import { Ctx, Field, ObjectType, Query, Resolver } from "type-graphql";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { DateTime } from "../arguments/scalars.js";

@ObjectType({ simpleResolvers: true, description: "The backups of the server's database." })
class BackupState {
  @Field(() => DateTime, {
    nullable: true,
    description: "When `debrief backup` last wrote one on this machine; null if it never has.",
  })
  lastAt!: number | null;
}

@Resolver()
export class BackupStateResolver {
  @forInternal()
  @Query(() => BackupState, {
    nullable: true,
    description: "Null with PostgreSQL, which has backups of its own. (internal)",
  })
  async backupState(@Ctx() { findLastBackup }: Context): Promise<BackupState | null> {
    return findLastBackup ? { lastAt: (await findLastBackup()) ?? null } : null;
  }
}
