import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from "type-graphql";
import { forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { SCAN_ROWS, Scans } from "../context/scans.js";
import { selectRecordings, StatsFilter } from "./filter.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";
import { type WinRates as LoadedWinRates, winRatesRead } from "./win-rates.js";

@ObjectType({
  simpleResolvers: true,
  description: "How calls ended with something done in them, and without it.",
})
class WinRate {
  @Field(() => ID, {
    nullable: true,
    description: "The question of a scorecard that was answered yes; null for a tracker.",
  })
  questionId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "The tracker that was found; null for a question.",
  })
  trackerId!: string | null;

  @Field(() => String, { description: "The text of the question, or the tracker's name." })
  name!: string;

  @Field(() => Int, { description: "Recordings with a yes, or in which the tracker was found." })
  callsWith!: number;

  @Field(() => Int, { description: "Those of `callsWith` whose deal was closed." })
  wonWith!: number;

  @Field(() => Int, {
    description:
      "Recordings with another answer to the question, or with a transcript in which the tracker wasn't found.",
  })
  callsWithout!: number;

  @Field(() => Int, { description: "Those of `callsWithout` whose deal was closed." })
  wonWithout!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "How many recordings end with a closed deal, by what was done in them.",
})
class WinRates {
  @Field(() => Int, { description: "Processed recordings." })
  calls!: number;

  @Field(() => Int, { description: "Those whose deal was closed." })
  won!: number;

  @Field(() => [WinRate], {
    description:
      "One for each question with answers, by template, and one for each tracker that was found, by name; without what says itself how the call ended. Not a claim of cause: what is done in calls that go well may follow from that.",
  })
  practices!: WinRate[];
}

@Resolver()
export class WinRatesResolver {
  @forViewers()
  @Scans(() => SCAN_ROWS)
  @Query(() => WinRates)
  async winRates(
    @Arg("filter", () => StatsFilter, { nullable: true }) filter: StatsFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<LoadedWinRates> {
    const { readLong, caller, trackers } = context;
    const rates = await readLong(winRatesRead, selectRecordings(filter, context), caller.signal);
    const practices: WinRate[] = [];
    for (const practice of rates.practices) {
      // Other requests run between the questions.
      if (practice.questionId !== null) await yieldToEventLoop();
      if (practice.questionId === null || !trackers?.asksForOutcome(practice.name))
        practices.push(practice);
    }
    return { ...rates, practices };
  }
}
