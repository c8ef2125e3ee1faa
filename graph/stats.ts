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
import { Says } from "./keywords.js";
import { DateFrom, DateTo, JsonScalar } from "./scalars.js";
import { totalNames } from "./stats-entries.js";
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

  @Field(() => Float, { description: "100 × yesCount ÷ totalCount." })
  percentage!: number;

  @Field(() => Float, { description: "Recordings in which it was answered yes." })
  yesCount!: number;

  @Field(() => Float, { description: "Recordings in which it was asked." })
  totalCount!: number;
}

const sums = Object.fromEntries(totalNames.map((name) => [name, { type: "number" }]));

@ObjectType({ simpleResolvers: true })
export class StatEntry {
  @Field(() => String, { nullable: true, description: "The user's; null of a team." })
  email!: string | null;

  @Field(() => ID, { nullable: true, description: "Of a team." })
  teamId!: string | null;

  @Field(() => String, { description: "The user's or the team's." })
  name!: string;

  @Field(() => Float, { description: "Processed recordings." })
  totalRecordings!: number;

  @Field(() => Float, { description: "Those in which the deal was closed." })
  recordingsClosed!: number;

  @Field(() => Float, { description: "Milliseconds." })
  avgRecordingDuration!: number;

  @Field(() => Float, { description: "How long the rep spoke, in milliseconds." })
  avgTalkTime!: number;

  @Field(() => Float, { description: "The rep's part of all that was said, from 0 to 1." })
  avgTalkRatio!: number;

  @Field(() => Float, { description: "How long the rep waited before speaking, in milliseconds." })
  avgWaitedToTalkAvg!: number;

  @Field(() => Float, { description: "The rep's words a minute." })
  avgTalkSpeed!: number;

  @Field(() => Float, { description: "How often the speaker changed." })
  avgConversationSwitches!: number;

  @Field(() => Float, { description: "How often the speaker changed in a minute." })
  avgSwitchesPerMinute!: number;

  @Field(() => Float, { description: "The rep's questions." })
  avgQuestionsAsked!: number;

  @Field(() => Float, {
    description: "Of the recordings with a process: the percentage of questions answered yes.",
  })
  avgProcessScore!: number;

  @Field(() => Float, { description: "Those that a process was looked for in." })
  recordingsWithProcess!: number;

  @Field(() => Float, { description: "Those with coaching." })
  recordingsWithCoaching!: number;

  @Field(() => Float, { description: "Those with an action item." })
  recordingsWithActions!: number;

  @Field(() => Float, { description: "All action items." })
  totalActionItems!: number;

  @Field(() => Float, { description: "Recordings that somebody reviewed." })
  reviewedCount!: number;

  @Field(() => Float, { description: "All reviews." })
  totalReviews!: number;

  @Field(() => Float, { description: "How long they took, in milliseconds." })
  totalReviewMs!: number;

  @Field(() => Float, { description: "How long one took, in milliseconds." })
  avgReviewMs!: number;

  @Says({ type: "object", additionalProperties: { type: "integer" } })
  @Field(() => JsonScalar, { description: "How many recordings have each tag." })
  recordingsByTag!: unknown;

  @Says({ type: "object", properties: sums, required: Object.keys(sums) })
  @Field(() => JsonScalar, {
    description: "The sums behind the averages, so that groups can be added up exactly.",
  })
  total!: unknown;

  @Field(() => [ProcessQuestionStat], { description: "How often each question was answered yes." })
  processQuestionBreakdown!: ProcessQuestionStat[];
}

@ObjectType({ simpleResolvers: true })
export class StatsError {
  @Field(() => String, { description: "email_not_found: nobody has this e-mail." })
  type!: string;

  @Field(() => String, { description: "As it was sent." })
  value!: string;
}

@ObjectType({ simpleResolvers: true })
export class StatsReport {
  @Field(() => [StatEntry], {
    description: "An entry for each group, by name, then by e-mail or team id.",
  })
  stats!: StatEntry[];

  @Field(() => [StatsError], { description: "What was asked for and is not known." })
  errors!: StatsError[];
}

@InputType()
class StatsFilter {
  @Field(() => DateFrom, { nullable: true, description: "Created at this time or later." })
  from?: number | null;

  @Field(() => DateTo, { nullable: true, description: "Created at this time or before." })
  to?: number | null;

  @Field(() => [ID], {
    nullable: true,
    description: "Of these teams; with emails, of those who are in both.",
  })
  teamIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: "Of these users, whatever the case of their addresses.",
  })
  emails?: string[] | null;

  @Field(() => ID, { nullable: true, description: "Analysed by this template." })
  templateId?: string | null;

  @Field(() => String, { nullable: true, description: "With this tag." })
  tag?: string | null;

  @Field(() => [String], { nullable: true, description: "With one of these tags." })
  includedTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: "With none of these tags." })
  excludedTags?: string[] | null;
}

const LISTS = ["teamIds", "emails", "includedTags", "excludedTags"] as const;
const MOST_ITEMS = 10_000;

@Resolver()
export class StatsResolver {
  @forIntegration()
  @Query(() => StatsReport)
  async stats(
    @Arg("groupBy", () => StatsGroups, { description: "What an entry is of." })
    groupBy: keyof typeof StatsGroups,
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
