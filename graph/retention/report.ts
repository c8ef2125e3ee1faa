import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Float,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  KEEP_FOREVER,
  type RetentionDays,
  findRetention,
  type RetentionRow,
} from "../../db/retention/days.js";
import { type RetentionRunRow, listRetentionRuns } from "../../db/retention/runs.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { resolvePageSize } from "../arguments/pagination.js";
import { pickRetentionDays, RetentionInput, mergeRetentionInput } from "./retention.js";
import { type RetentionKindName, retentionKinds } from "./kinds.js";
import { computeNextRun, type KindPreview, previewKind } from "./preview.js";
import { DateTime } from "../arguments/scalars.js";

@ObjectType({
  simpleResolvers: true,
  description: "What the next run removes of one kind of content.",
})
class RetentionPreview implements KindPreview {
  @Field(() => Int, { nullable: true, description: "Days to keep this content; null: forever." })
  days!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "Content created before this time is removed; null: none.",
  })
  cutoff!: number | null;

  @Field(() => Int, {
    description: "The number of recordings, or events, whose content the run removes.",
  })
  count!: number;

  @Field(() => Float, { description: "The size of that content in bytes." })
  bytes!: number;

  @Field(() => Int, {
    description:
      "The number of recordings, or events, that are older but kept: unprocessed recordings, recordings backfilled within 30 days, and events with pending deliveries.",
  })
  deferred!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "When the oldest content that remains was created; null if none remains.",
  })
  oldestKept!: number | null;
}

@ObjectType({ simpleResolvers: true, description: "A retention run that removed content." })
class RetentionRun implements RetentionRunRow {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  startedAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "Null while it runs; the next run continues an interrupted one.",
  })
  endedAt!: number | null;

  @Field(() => Int, { description: "The number of recordings whose media was removed." })
  media!: number;

  @Field(() => Float, { description: "The size of the deleted media files in bytes." })
  mediaBytes!: number;

  @Field(() => Int, { description: "The number of recordings whose transcript was removed." })
  transcripts!: number;

  @Field(() => Int, { description: "The number of events whose payload was removed." })
  payloads!: number;
}

@ObjectType()
export class RetentionReport {
  /** The time to preview: the next run, or now if everything is kept forever. */
  readonly previewAt: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "The next nightly run, in the server's time zone; null if everything is kept forever.",
  })
  readonly nextRunAt: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When the last run finished, whether or not it removed anything.",
  })
  readonly lastRunAt: number | null;

  constructor(
    row: RetentionRow | undefined,
    readonly days: RetentionDays,
    now: number,
  ) {
    this.nextRunAt = computeNextRun(row, days, now);
    this.previewAt = this.nextRunAt ?? now;
    this.lastRunAt = row?.ranAt ?? null;
  }
}

/** Counts toward the document's row limit: a preview scans all older rows. */
const PREVIEW_ROWS = 4_000;

@Resolver(() => RetentionReport)
export class RetentionReportResolver {
  @forInternal()
  @Query(() => RetentionReport, {
    description: "What the next run will remove, and what the last runs removed. (internal)",
  })
  async retentionReport(
    @Arg("days", () => RetentionInput, {
      nullable: true,
      description: "Preview these days instead of those that are set.",
    })
    days: RetentionInput | null | undefined,
    @Ctx() { db, organizationId, readAt }: Context,
  ): Promise<RetentionReport> {
    const row = await findRetention(db, organizationId);
    return new RetentionReport(
      row,
      mergeRetentionInput(pickRetentionDays(row ?? KEEP_FOREVER), days, "days."),
      readAt,
    );
  }

  @Extensions({ rows: PREVIEW_ROWS })
  @FieldResolver(() => RetentionPreview)
  async media(@Root() report: RetentionReport, @Ctx() context: Context): Promise<KindPreview> {
    return this.preview("media", report, context);
  }

  @Extensions({ rows: PREVIEW_ROWS })
  @FieldResolver(() => RetentionPreview)
  async transcripts(
    @Root() report: RetentionReport,
    @Ctx() context: Context,
  ): Promise<KindPreview> {
    return this.preview("transcripts", report, context);
  }

  @Extensions({ rows: PREVIEW_ROWS })
  @FieldResolver(() => RetentionPreview)
  async payloads(@Root() report: RetentionReport, @Ctx() context: Context): Promise<KindPreview> {
    return this.preview("payloads", report, context);
  }

  @FieldResolver(() => [RetentionRun], {
    description: "Runs that removed content, newest first; kept for a year.",
  })
  async runs(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Ctx() { db, organizationId }: Context,
  ): Promise<RetentionRunRow[]> {
    return listRetentionRuns(db, organizationId, resolvePageSize(first));
  }

  private async preview(
    kind: RetentionKindName,
    { days, previewAt }: RetentionReport,
    { db, organizationId }: Context,
  ): Promise<KindPreview> {
    return previewKind(db, organizationId, kind, days[retentionKinds[kind].daysField], previewAt);
  }
}
