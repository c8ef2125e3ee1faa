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
import { type AuditRow, listAuditEntries } from "../../db/organizations/audit-log.js";
import { forInternal } from "../access/access.js";
import { auditActions } from "../access/audit.js";
import { ActorKinds } from "../core/actor.js";
import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import {
  createConnectionType,
  Page,
  resolvePageSize,
  decodeKeyset,
  encodeKeyset,
} from "../arguments/pagination.js";
import { DateFrom, DateTime, DateTo } from "../arguments/scalars.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";

const AUDIT_LOG_LIST = "audit-log";

registerEnumType(ActorKinds, { name: "AuditActor" });

@ObjectType({
  simpleResolvers: true,
  description: `A settings change, an erasure, a sign-in, or a view of call content. action is one of: ${auditActions.join(", ")}.`,
})
export class AuditEntry {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  at!: number;

  @Field(() => String)
  action!: string;

  @Field(() => ActorKinds, { description: "The kind of credential that made the change." })
  actor!: string;

  @Field(() => ID, {
    nullable: true,
    description: "The user's id, if a user made the change or viewed the content.",
  })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: "The user's e-mail at that time." })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Where the change came from; null if unknown.",
  })
  ipAddress!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The id of the changed object or of the recording, or the e-mail of a user or admin; null if it concerns all sessions or the organization.",
  })
  subject!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "How a user signed in (password, link, openid), why a sign-in failed, or which version of an analysis was restored; null for other actions.",
  })
  detail!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: "The number of recordings that an erasure removed; null for other actions.",
  })
  recordings!: number | null;
}

const AuditEntryConnection = createConnectionType("AuditEntry", () => AuditEntry);

@InputType()
class AuditFilter {
  @Field(() => String, { nullable: true })
  action?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The e-mail of the user who made the change or viewed the content.",
  })
  email?: string | null;

  @Field(() => String, { nullable: true })
  subject?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "true: only opened transcripts, played media and exports; false: only changes, erasures and sign-ins.",
  })
  looks?: boolean | null;

  @Field(() => DateFrom, { nullable: true })
  from?: number | null;

  @Field(() => DateTo, { nullable: true })
  to?: number | null;
}

@Resolver(() => AuditEntry)
export class AuditLogResolver {
  @forInternal()
  @Scans(({ filter }) => (countSet(filter, ["action", "email", "subject"]) > 0 ? SCAN_ROWS : 0))
  @Query(() => AuditEntryConnection, {
    description:
      "Settings changes, erasures, sign-ins and views of call content, newest first; kept for 400 days. (internal)",
  })
  async auditLog(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => AuditFilter, { nullable: true }) filter: AuditFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<AuditRow>> {
    const { organizationId } = context;
    const limit = resolvePageSize(first);
    const { action, looks, ...otherConditions } = filter ?? {};
    if (typeof action === "string" && !auditActions.some((name) => name === action))
      throw invalidField("action", `must be one of ${auditActions.join(", ")}`);
    const conditions = Object.entries({ action, ...otherConditions }).filter(
      ([, value]) => value != null,
    );
    const cursor =
      typeof after === "string" ? decodeKeyset(AUDIT_LOG_LIST, organizationId, after) : undefined;
    const rows = await loadPage(context, "auditEntries", listAuditEntries, {
      limit: limit + 1,
      ...(cursor && { after: { at: cursor.time, id: cursor.id } }),
      ...Object.fromEntries(conditions),
      ...(typeof looks === "boolean" && { isLook: looks ? 1 : 0 }),
    });
    return new Page(rows, limit, (row) =>
      encodeKeyset(AUDIT_LOG_LIST, organizationId, { time: row.at, id: row.id }),
    );
  }

  @FieldResolver(() => [String], {
    description: "The names of the changed fields, without values.",
  })
  fields(@Root() entry: AuditRow): string[] {
    return JSON.parse(entry.fields) as string[];
  }
}
