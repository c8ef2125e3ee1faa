import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { forIntegration } from "./access.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { DateFrom, DateTo, JsonScalar } from "./scalars.js";
import type { StatsAnswer } from "./stats-report.js";
import { turn } from "./turns.js";

const StatsGroups = { user: "user", team: "team" } as const;
registerEnumType(StatsGroups, { name: "StatsGroup" });

@ObjectType({ simpleResolvers: true })
export class ProcessQuestionStat {
  @Field(() => ID)
  questionId!: string;

  @Field(() => String)
  question!: string;

  @Field(() => Float)
  percentage!: number;

  @Field(() => Float)
  yesCount!: number;

  @Field(() => Float)
  totalCount!: number;
}

@ObjectType({ simpleResolvers: true })
export class StatEntry {
  @Field(() => String, { nullable: true })
  email!: string | null;

  @Field(() => ID, { nullable: true })
  teamId!: string | null;

  @Field(() => String)
  name!: string;

  @Field(() => Float)
  totalRecordings!: number;

  @Field(() => Float)
  recordingsClosed!: number;

  @Field(() => Float)
  avgRecordingDuration!: number;

  @Field(() => Float)
  avgTalkTime!: number;

  @Field(() => Float)
  avgTalkRatio!: number;

  @Field(() => Float)
  avgWaitedToTalkAvg!: number;

  @Field(() => Float)
  avgTalkSpeed!: number;

  @Field(() => Float)
  avgConversationSwitches!: number;

  @Field(() => Float)
  avgSwitchesPerMinute!: number;

  @Field(() => Float)
  avgQuestionsAsked!: number;

  @Field(() => Float)
  avgProcessScore!: number;

  @Field(() => Float)
  recordingsWithProcess!: number;

  @Field(() => Float)
  recordingsWithCoaching!: number;

  @Field(() => Float)
  recordingsWithActions!: number;

  @Field(() => Float)
  totalActionItems!: number;

  @Field(() => Float)
  reviewedCount!: number;

  @Field(() => Float)
  totalReviews!: number;

  @Field(() => Float)
  totalReviewMs!: number;

  @Field(() => Float)
  avgReviewMs!: number;

  @Field(() => JsonScalar)
  recordingsByTag!: unknown;

  @Field(() => JsonScalar)
  total!: unknown;

  @Field(() => [ProcessQuestionStat])
  processQuestionBreakdown!: ProcessQuestionStat[];
}

@ObjectType({ simpleResolvers: true })
export class StatsError {
  @Field(() => String)
  type!: string;

  @Field(() => String)
  value!: string;
}

@ObjectType({ simpleResolvers: true })
export class StatsReport {
  @Field(() => [StatEntry])
  stats!: StatEntry[];

  @Field(() => [StatsError])
  errors!: StatsError[];
}

@InputType()
class StatsFilter {
  @Field(() => DateFrom, { nullable: true })
  from?: number | null;

  @Field(() => DateTo, { nullable: true })
  to?: number | null;

  @Field(() => [ID], { nullable: true })
  teamIds?: string[] | null;

  @Field(() => [String], { nullable: true })
  emails?: string[] | null;

  @Field(() => ID, { nullable: true })
  templateId?: string | null;

  @Field(() => String, { nullable: true })
  tag?: string | null;

  @Field(() => [String], { nullable: true })
  includedTags?: string[] | null;

  @Field(() => [String], { nullable: true })
  excludedTags?: string[] | null;
}

const LISTS = ["teamIds", "emails", "includedTags", "excludedTags"] as const;
const MOST_ITEMS = 10_000;

@Resolver()
export class StatsResolver {
  @forIntegration()
  @Query(() => StatsReport)
  async stats(
    @Arg("groupBy", () => StatsGroups) groupBy: keyof typeof StatsGroups,
    @Arg("filter", () => StatsFilter, { nullable: true }) given: StatsFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<StatsAnswer> {
    const filter = given ?? {};
    for (const name of LISTS)
      if ((filter[name]?.length ?? 0) > MOST_ITEMS)
        throw invalidField(name, `must have at most ${MOST_ITEMS} items`);
    return context.readStats({
      organizationId: context.organizationId,
      groupBy,
      from: filter.from ?? undefined,
      to: filter.to ?? undefined,
      teamIds: filter.teamIds ?? [],
      emails: filter.emails ?? [],
      templateId: filter.templateId ?? undefined,
      tag: filter.tag ?? undefined,
      includedTags: filter.includedTags ?? [],
      excludedTags: filter.excludedTags ?? [],
    });
  }
}

@Resolver(() => StatEntry)
export class StatEntryResolver {
  /** Most of an answer is in these lists: nobody waits for more than one of them. */
  @FieldResolver()
  async processQuestionBreakdown(@Root() entry: StatEntry): Promise<ProcessQuestionStat[]> {
    await turn();
    return entry.processQuestionBreakdown;
  }
}
