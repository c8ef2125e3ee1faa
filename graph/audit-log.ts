import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { type AuditRow, pageOfAuditLog } from "../db/audit-log.js";
import { forInternal } from "./access.js";
import { actions, Actors } from "./auditing.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { connectionType, Page, pageSize, readCursor, writeCursor } from "./page.js";
import { DateFrom, DateTime, DateTo } from "./scalars.js";

const LIST = "audit-log";

registerEnumType(Actors, { name: "AuditActor" });

@ObjectType({
  simpleResolvers: true,
  description: `A change of a setting. action: ${actions.join(", ")}.`,
})
export class AuditEntry {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  at!: number;

  @Field(() => String)
  action!: string;

  @Field(() => Actors, { description: "What it was done with." })
  actor!: string;

  @Field(() => ID, { nullable: true, description: "Of the admin, where it was one." })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: "Of the admin, as it was then." })
  email!: string | null;

  @Field(() => String, { nullable: true, description: "Null where it is not known." })
  address!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The id of what was changed, or the e-mail of a user or an admin; null: all sessions.",
  })
  subject!: string | null;
}

const AuditEntryConnection = connectionType("AuditEntry", () => AuditEntry);

@InputType()
class AuditFilter {
  @Field(() => String, { nullable: true })
  action?: string | null;

  @Field(() => String, { nullable: true, description: "Of the admin who did it." })
  email?: string | null;

  @Field(() => String, { nullable: true })
  subject?: string | null;

  @Field(() => DateFrom, { nullable: true })
  from?: number | null;

  @Field(() => DateTo, { nullable: true })
  to?: number | null;
}

@Resolver(() => AuditEntry)
export class AuditLogResolver {
  @forInternal()
  @Query(() => AuditEntryConnection, {
    description: "Who changed which setting, newest first; kept for 400 days. (internal)",
  })
  async auditLog(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => AuditFilter, { nullable: true }) filter: AuditFilter | null | undefined,
    @Ctx() { db, organizationId }: Context,
  ): Promise<Page<AuditRow>> {
    const limit = pageSize(first);
    const { action, ...others } = filter ?? {};
    if (typeof action === "string" && !actions.some((name) => name === action))
      throw invalidField("action", `must be one of ${actions.join(", ")}`);
    const given = Object.entries({ action, ...others }).filter(([, value]) => value != null);
    const at = typeof after === "string" ? readCursor(LIST, organizationId, after) : undefined;
    const rows = await pageOfAuditLog(db, organizationId, {
      limit: limit + 1,
      ...(at && { after: { at: at.time, id: at.id } }),
      ...Object.fromEntries(given),
    });
    return new Page(rows, limit, (row) =>
      writeCursor(LIST, organizationId, { time: row.at, id: row.id }),
    );
  }

  @FieldResolver(() => [String], { description: "The names of what changed, without values." })
  fields(@Root() entry: AuditRow): string[] {
    return JSON.parse(entry.fields) as string[];
  }
}
