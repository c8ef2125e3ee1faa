import {
  Arg,
  Field,
  Float,
  ID,
  InputType,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import { forIntegration } from "./access.js";
import { notYet } from "./errors.js";
import { DateFrom, DateTo, JsonScalar } from "./scalars.js";

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

@Resolver()
export class StatsResolver {
  @forIntegration()
  @Query(() => StatsReport)
  stats(
    @Arg("groupBy", () => StatsGroups) _groupBy: keyof typeof StatsGroups,
    @Arg("filter", () => StatsFilter, { nullable: true }) _filter: StatsFilter | null,
  ): StatsReport {
    throw notYet("stats");
  }
}
