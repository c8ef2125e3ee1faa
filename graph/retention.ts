import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import {
  FOR_EVER,
  putRetention,
  type RetentionDays,
  retentionOf,
  type RetentionRow,
} from "../db/retention-days.js";
import { type RetentionRunRow, runsOf } from "../db/retention-runs.js";
import { forIntegration, forInternal } from "./access.js";
import { audit, changed } from "./auditing.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { mutate } from "./mutate.js";
import { Organization } from "./organizations.js";
import { pageSize } from "./page.js";
import { type KindName, kinds } from "./retention-kinds.js";
import { nextRun, type Outlook, outlookOf } from "./retention-report.js";
import { DateTime } from "./scalars.js";

/** A hundred years, and so many days that nobody means. */
const MOST_DAYS = 36_500;

@ObjectType({
  simpleResolvers: true,
  description:
    "How many days after a call came in, or an event happened, what is kept of it; null: for ever.",
})
export class Retention implements RetentionDays {
  @Field(() => Int, { nullable: true, description: "Audio that is kept, and the link to audio." })
  mediaDays!: number | null;

  @Field(() => Int, { nullable: true, description: "What was said. All else of a call stays." })
  transcriptDays!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "What webhooks were sent, and what their receivers answered.",
  })
  payloadDays!: number | null;
}

@InputType({ description: "Null: for ever. What is not given stays as it is." })
class RetentionInput {
  @Field(() => Int, { nullable: true })
  mediaDays?: number | null;

  @Field(() => Int, { nullable: true })
  transcriptDays?: number | null;

  @Field(() => Int, { nullable: true })
  payloadDays?: number | null;
}

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

const daysOf = ({ mediaDays, transcriptDays, payloadDays }: RetentionDays): RetentionDays => ({
  mediaDays,
  transcriptDays,
  payloadDays,
});

/** With what is given in the place of what is set. `within`: the argument's name. @throws INVALID_FIELD */
const withInput = (
  days: RetentionDays,
  input: RetentionInput | null | undefined,
  within = "",
): RetentionDays => {
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  for (const [field, value] of given)
    if (typeof value === "number" && (value < 1 || value > MOST_DAYS))
      throw invalidField(
        `${within}${field}`,
        `must be from 1 to ${MOST_DAYS} days, or null for ever`,
      );
  return { ...days, ...Object.fromEntries(given) };
};

@Resolver(() => Organization)
export class RetentionResolver {
  @forIntegration()
  @FieldResolver(() => Retention, { description: "How long what is kept." })
  async retention(@Ctx() { db, organizationId }: Context): Promise<Retention> {
    return (await retentionOf(db, organizationId)) ?? FOR_EVER;
  }

  @forInternal()
  @Mutation(() => Retention, {
    description:
      "Sets how long what is kept. Nothing is removed before the following night; what is gone by then does not come back with more days.",
  })
  async setRetention(
    @Arg("input", () => RetentionInput) input: RetentionInput,
    @Ctx() context: Context,
  ): Promise<Retention> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const before = daysOf((await retentionOf(trx, organizationId)) ?? FOR_EVER);
      const after = withInput(before, input);
      const fields = changed(before, after);
      if (fields.length === 0) return before;
      await putRetention(trx, organizationId, after, context.now());
      await audit(trx, context, { action: "retention.updated", fields });
      return after;
    });
  }

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
}

/** As much as a page in a page: it goes through all that is older. */
const ROWS = 4_000;

@Resolver(() => RetentionReport)
export class RetentionReportResolver {
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
