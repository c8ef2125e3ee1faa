import { Ctx, Field, Int, ObjectType, Query, Resolver } from "type-graphql";
import { loadMemberTeam } from "../../db/sign-in/viewers.js";
import { forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { SCAN_ROWS, Scans } from "../context/scans.js";
import { DAY_MS } from "./buckets.js";
import { listIntervalStarts } from "./intervals.js";
import type { TimeRange } from "./range.js";
import { statsRead, type StatsResult } from "./report.js";

/** A median of fewer reps says too much of a colleague. */
const MIN_REPS = 5;
const PERIOD_DAYS = 28;

const describe = (figure: string): { nullable: true; description: string } => ({
  nullable: true,
  description: `${figure} Null if fewer than ${MIN_REPS} reps have one.`,
});

@ObjectType({
  simpleResolvers: true,
  description: `The medians of the figures of a team's active members, over the recordings created in the four weeks before this one, from Monday in UTC. Rounded to whole numbers.`,
})
class TeamMiddle {
  @Field(() => String, {
    description: "The team's name. A member of several teams reads the first one by name.",
  })
  team!: string;

  @Field(() => Int, {
    nullable: true,
    description: `Members with processed recordings. Null if there are fewer than ${MIN_REPS}.`,
  })
  reps!: number | null;

  @Field(() => Int, describe("The median of the reps' processed recordings."))
  calls!: number | null;

  @Field(() => Int, describe("The median of the reps' average scores, from 0 to 100."))
  score!: number | null;

  @Field(() => Int, describe("The median of the reps' closed recordings, in percent."))
  closeRate!: number | null;

  @Field(() => Int, describe("The median of the reps' average shares of the talk, in percent."))
  talkRatio!: number | null;
}

/**
 * Returns the four weeks before the one of `now`. They start on Monday in UTC: a period that moved each day would reveal
 * single calls, and so would a zone that the caller chooses.
 */
const findPeriod = (now: number): TimeRange => {
  const [monday] = listIntervalStarts({ unit: "week", timeZone: "UTC" }, { from: now, to: now });
  return { from: monday! - PERIOD_DAYS * DAY_MS, to: monday! - 1 };
};

const computeMedian = (values: readonly number[]): number | null => {
  if (values.length < MIN_REPS) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return Math.round((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2);
};

const computeMiddles = (stats: StatsResult["stats"]): Omit<TeamMiddle, "team"> => {
  const reps = stats.filter(({ totalRecordings }) => totalRecordings > 0);
  return {
    reps: reps.length < MIN_REPS ? null : reps.length,
    calls: computeMedian(reps.map(({ totalRecordings }) => totalRecordings)),
    score: computeMedian(
      reps
        .filter(({ recordingsWithProcess }) => recordingsWithProcess > 0)
        .map(({ avgProcessScore }) => avgProcessScore),
    ),
    closeRate: computeMedian(
      reps.map(
        ({ recordingsClosed, totalRecordings }) => (100 * recordingsClosed) / totalRecordings,
      ),
    ),
    talkRatio: computeMedian(
      reps
        .filter(({ recordingsWithRep }) => recordingsWithRep > 0)
        .map(({ avgTalkRatio }) => 100 * avgTalkRatio),
    ),
  };
};

@Resolver()
export class TeamMiddleResolver {
  @forViewers()
  @Scans(() => SCAN_ROWS)
  @Query(() => TeamMiddle, {
    nullable: true,
    description:
      "The middle of the caller's own team. Null for users without a team, and for keys and tokens that act for no person.",
  })
  // No argument: two answers over chosen calls would differ by a colleague's.
  async teamMiddle(@Ctx() context: Context): Promise<TeamMiddle | null> {
    const { db, organizationId, userId, personId, readAt, caller } = context;
    const memberId = userId ?? personId;
    const team =
      memberId === undefined ? undefined : await loadMemberTeam(db, organizationId, memberId);
    if (!team) return null;
    const { stats } = await context.readLong(
      statsRead,
      {
        organizationId,
        // Wider than the caller's, and only for this read.
        scope: { userIds: team.memberIds, teamIds: [] },
        groupBy: "user",
        ...findPeriod(readAt),
        teamIds: [],
        emails: [],
        includedTags: [],
        excludedTags: [],
      },
      caller.signal,
    );
    return { team: team.name, ...computeMiddles(stats) };
  }
}
