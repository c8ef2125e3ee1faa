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
  FOR_EVER,
  type RetentionDays,
  retentionOf,
  type RetentionRow,
} from "../db/retention-days.js";
import { type RetentionRunRow, runsOf } from "../db/retention-runs.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import { pageSize } from "./page.js";
import { daysOf, RetentionInput, withInput } from "./retention.js";
import { type KindName, kinds } from "./retention-kinds.js";
import { nextRun, type Outlook, outlookOf } from "./retention-outlook.js";
import { DateTime } from "./scalars.js";

@ObjectType({
  simpleResolvers: true,
  description: "What the next run does to one kind of content.",
})
export class RetentionOutlook implements Outlook {
  @Field(() => Int, { nullable: true, description: "Null: it is kept for ever." })
  days!: number | null;

  @Field(() => DateTime, { nullable: true, description: "What is older than this is removed." })
  before!: number | null;

  @Field(() => Int, { description: "How many recordings, or events, lose it." })
  count!: number;

  @Field(() => Float, { description: "How many bytes that is." })
  bytes!: number;

  @Field(() => Int, {
    description:
      "How many are older and keep it: recordings that are not processed, and events that are still to be delivered.",
  })
  waiting!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "When the oldest came in of those that keep it; null where there is none.",
  })
  oldestKept!: number | null;
}

@ObjectType({ simpleResolvers: true, description: "A run that has removed something." })
export class RetentionRun implements RetentionRunRow {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime)
  startedAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "Null while it is under way; one that was interrupted goes on with the next run.",
  })
  endedAt!: number | null;

  @Field(() => Int, { description: "How many recordings have lost their media." })
  media!: number;

  @Field(() => Float, { description: "Of the files that were kept." })
  mediaBytes!: number;

  @Field(() => Int, { description: "How many recordings have lost their transcript." })
  transcripts!: number;

  @Field(() => Int, { description: "How many events have lost their payload." })
  payloads!: number;
}

@ObjectType()
export class RetentionReport {
  /** When the next run is, or would be. */
  readonly at: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "Null where everything is kept for ever. Nights are the server's.",
  })
  readonly nextRunAt: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When the rule last came to its end, whether or not it removed anything.",
  })
  readonly lastRunAt: number | null;

  constructor(
    row: RetentionRow | undefined,
    readonly kept: RetentionDays,
    now: number,
  ) {
    this.nextRunAt = nextRun(row, kept, now);
    this.at = this.nextRunAt ?? now;
    this.lastRunAt = row?.ranAt ?? null;
  }
}

/** As much as a page in a page: it goes through all that is older. */
const ROWS = 4_000;

@Resolver(() => RetentionReport)
export class RetentionReportResolver {
  @forInternal()
  @Query(() => RetentionReport, {
    description: "What the next run removes, and what the last ones have removed. (internal)",
  })
  async retentionReport(
    @Arg("days", () => RetentionInput, {
      nullable: true,
      description: "As if these were set.",
    })
    days: RetentionInput | null | undefined,
    @Ctx() { db, organizationId, readAt }: Context,
  ): Promise<RetentionReport> {
    const row = await retentionOf(db, organizationId);
    return new RetentionReport(row, withInput(daysOf(row ?? FOR_EVER), days, "days."), readAt);
  }

  @Extensions({ rows: ROWS })
  @FieldResolver(() => RetentionOutlook)
  async media(@Root() report: RetentionReport, @Ctx() context: Context): Promise<Outlook> {
    return this.outlook("media", report, context);
  }

  @Extensions({ rows: ROWS })
  @FieldResolver(() => RetentionOutlook)
  async transcripts(@Root() report: RetentionReport, @Ctx() context: Context): Promise<Outlook> {
    return this.outlook("transcripts", report, context);
  }

  @Extensions({ rows: ROWS })
  @FieldResolver(() => RetentionOutlook)
  async payloads(@Root() report: RetentionReport, @Ctx() context: Context): Promise<Outlook> {
    return this.outlook("payloads", report, context);
  }

  @FieldResolver(() => [RetentionRun], {
    description: "Those that have removed something, newest first; they are remembered for a year.",
  })
  async runs(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Ctx() { db, organizationId }: Context,
  ): Promise<RetentionRunRow[]> {
    return runsOf(db, organizationId, pageSize(first));
  }

  private async outlook(
    kind: KindName,
    { kept, at }: RetentionReport,
    { db, organizationId }: Context,
  ): Promise<Outlook> {
    return outlookOf(db, organizationId, kind, kept[kinds[kind].days], at);
  }
}
