import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Constraint } from "../arguments/constraints.js";
import { DateTime, JsonScalar } from "../arguments/scalars.js";
import { sumFields, totalNames } from "./entries.js";
import { selectRecordings, StatsFilter } from "./filter.js";
import { resolveTimeZone, StatsIntervals } from "./intervals.js";
import { statsRead, type StatsResult } from "./report.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { SCAN_ROWS, Scans } from "../context/scans.js";

export const StatsGroups = { user: "user", team: "team" } as const;
registerEnumType(StatsGroups, { name: "StatsGroup" });
registerEnumType(StatsIntervals, { name: "StatsInterval" });

@ObjectType({ simpleResolvers: true })
export class ProcessQuestionStat {
  @Field(() => ID)
  questionId!: string;

  @Field(() => String)
  question!: string;

  @Field(() => Float, { description: "100 × yesCount ÷ totalCount." })
  percentage!: number;

  @Field(() => Float, { description: "Recordings with the answer yes." })
  yesCount!: number;

  @Field(() => Float, { description: "Recordings analysed with this question." })
  totalCount!: number;
}

const totalSchemas = Object.fromEntries(totalNames.map((name) => [name, { type: "number" }]));

const BREAKDOWN = { description: "How often each template question was answered yes." };

/** The numbers of a group, or of a group in an interval, that need no resolver of their own. */
@ObjectType()
abstract class StatNumbers {
  @Constraint({ type: "object", additionalProperties: { type: "integer" } })
  @Field(() => JsonScalar, { description: "The number of recordings per tag." })
  recordingsByTag!: unknown;

  @Constraint({ type: "object", properties: totalSchemas, required: totalNames })
  @Field(() => JsonScalar, {
    description: "The sums behind the averages. Clients add them to combine groups exactly.",
  })
  total!: unknown;
}

for (const { field, description } of sumFields)
  Field(() => Float, { description })(StatNumbers.prototype, field);

@ObjectType({
  simpleResolvers: true,
  description: "A day, week or month of an entry: its recordings in the requested range.",
})
export class StatInterval extends StatNumbers {
  @Field(() => DateTime, {
    description: "When the day, week or month starts, even if that is before the requested range.",
  })
  start!: number;

  @Field(() => [ProcessQuestionStat], BREAKDOWN)
  processQuestionBreakdown!: ProcessQuestionStat[];
}

@ObjectType({ simpleResolvers: true })
export class StatEntry extends StatNumbers {
  @Field(() => String, {
    nullable: true,
    description: "The user's e-mail; null for a team and for all users.",
  })
  email!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "The team's id; null for a user and for all users.",
  })
  teamId!: string | null;

  @Field(() => String, {
    description:
      "The name of the user or team; without `groupBy`, `All users`, or `Chosen users` with teams or e-mails in the filter.",
  })
  name!: string;

  @Field(() => [ProcessQuestionStat], BREAKDOWN)
  processQuestionBreakdown!: ProcessQuestionStat[];

  @Field(() => [StatInterval], {
    nullable: true,
    description:
      "Only with the argument `interval`: the entry by day, week or month, in order, with zeros, and the same in all entries.",
  })
  intervals!: StatInterval[] | null;
}

@ObjectType({ simpleResolvers: true })
class StatsError {
  @Field(() => String, { description: "email_not_found: no user has this e-mail." })
  type!: string;

  @Field(() => String, { description: "The value as sent." })
  value!: string;
}

@ObjectType({ simpleResolvers: true })
class StatsReport {
  @Field(() => [StatEntry], {
    description: "One entry per group, ordered by name, then e-mail or team id.",
  })
  stats!: StatEntry[];

  @Field(() => [StatsError], { description: "Requested values that don't exist." })
  errors!: StatsError[];
}

@Resolver()
export class StatsResolver {
  @forViewers()
  @Scans(() => SCAN_ROWS)
  @Query(() => StatsReport)
  async stats(
    @Arg("groupBy", () => StatsGroups, {
      nullable: true,
      description: "One entry per user or per team. Null or absent: a single entry of all users.",
    })
    groupBy: keyof typeof StatsGroups | null | undefined,
    @Arg("filter", () => StatsFilter, { nullable: true }) input: StatsFilter | null | undefined,
    @Arg("interval", () => StatsIntervals, {
      nullable: true,
      description:
        "Also divides each entry into days, weeks from Monday, or months: from the interval that contains the start of the range to that of its end; without a bound, from the first or to the last interval with recordings.",
    })
    unit: keyof typeof StatsIntervals | null | undefined,
    @Arg("timeZone", () => String, {
      nullable: true,
      description:
        "The zone in which days, weeks and months start: an IANA name such as Europe/Berlin, by default UTC. Without `interval`, it has no effect.",
    })
    zone: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<StatsResult> {
    const timeZone = resolveTimeZone(zone);
    const query = {
      ...selectRecordings(input, context),
      groupBy: groupBy ?? ("all" as const),
      interval: unit ? { unit, timeZone } : undefined,
    };
    return context.readLong(statsRead, query, context.caller.signal);
  }
}

@Resolver(() => StatEntry)
export class StatEntryResolver {
  /** Most of the response is in these lists. Other requests run between them. */
  @FieldResolver()
  async processQuestionBreakdown(@Root() entry: StatEntry): Promise<ProcessQuestionStat[]> {
    await yieldToEventLoop();
    return entry.processQuestionBreakdown;
  }

  @FieldResolver()
  async intervals(
    @Root() { intervalsJson }: StatsResult["stats"][number],
  ): Promise<StatInterval[] | null> {
    if (typeof intervalsJson !== "string") return null;
    await yieldToEventLoop();
    return JSON.parse(intervalsJson) as StatInterval[];
  }
}

@Resolver(() => StatInterval)
export class StatIntervalResolver {
  /** Other requests run between the intervals, too. */
  @FieldResolver()
  async processQuestionBreakdown(@Root() interval: StatInterval): Promise<ProcessQuestionStat[]> {
    await yieldToEventLoop();
    return interval.processQuestionBreakdown;
  }
}
