import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { SpeakerRole } from "../../db/recordings/transcript.js";
import type { TrackerExample as ExampleRow } from "../../db/trackers/examples.js";
import type { TrackerHit as HitRow } from "../../db/trackers/hits.js";
import {
  type CallPart,
  listTrackers,
  type SaidBy,
  type TrackerRow,
} from "../../db/trackers/trackers.js";
import type { TeamRow } from "../../db/people/teams.js";
import type { UserRow } from "../../db/people/users.js";
import { forInternal, forViewers } from "../access/access.js";
import { DateFrom, DateTime, DateTo } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { MIN_HIT_SCORE } from "../core/tracker-port.js";
import { loadNamedUser } from "../people/load-named-user.js";
import { Team } from "../people/teams.js";
import { User } from "../people/users.js";
import { Recording } from "../recordings/recording.js";
import { SpeakerRoles } from "../recordings/transcript.js";
import { StatsGroups } from "../stats/query.js";
import { examplesLoader, foundTrackersLoader, hitsLoader, trackerLoader } from "./loaders.js";
import { MAX_WEEKS, type TrackedCallsRow, trackedCallsRead } from "./count-calls.js";

export const TrackerSides = {
  rep: "rep",
  client: "client",
  anyone: "anyone",
} as const satisfies { [Side in SaidBy]: Side };
registerEnumType(TrackerSides, {
  name: "TrackerSide",
  description: "Whose words count. A speaker whose side is unknown counts for both.",
});

export const CallParts = {
  call: "call",
  start: "start",
  end: "end",
} as const satisfies { [Part in CallPart]: Part };
registerEnumType(CallParts, {
  name: "CallPart",
  description: "The whole call, or its first or last minutes.",
});

@ObjectType({
  simpleResolvers: true,
  description: "A sentence that means what a tracker looks for, or that doesn't.",
})
class TrackerExample {
  @Field(() => String)
  text!: string;

  @Field(() => ID, {
    nullable: true,
    description: "The call from which it was copied, and with which it is deleted.",
  })
  recordingId!: string | null;
}

@ObjectType({ simpleResolvers: true, description: "The search of earlier calls for a tracker." })
class TrackerProgress {
  @Field(() => Int, { description: "The calls that were searched." })
  done!: number;

  @Field(() => Int, { description: "All calls to search; 0 until they are counted." })
  total!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "Something that is looked for in every call: words and phrases, a meaning, or both.",
})
export class Tracker {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description: "The meaning that it looks for, one of `readyTrackers`; null without one.",
  })
  concept!: string | null;

  @Field(() => TrackerSides)
  saidBy!: SaidBy;

  @Field(() => CallParts)
  part!: CallPart;

  @Field(() => Int, {
    nullable: true,
    description: "The length of the first or last part; null for the whole call.",
  })
  minutes!: number | null;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime)
  updatedAt!: number;
}

@ObjectType({ simpleResolvers: true, description: "A place in a call where a tracker was found." })
class TrackerHit {
  @Field(() => Int, { description: "Milliseconds from the start of the recording." })
  start!: number;

  @Field(() => SpeakerRoles, { description: "The side of the call that said it." })
  role!: SpeakerRole;

  @Field(() => String, {
    nullable: true,
    description: "The words that were said; null once retention has removed the transcript.",
  })
  quote!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The phrase that was found; null if the meaning was.",
  })
  phrase!: string | null;

  @Field(() => Int, {
    description: `How certain it is, in percent: 100 for a phrase, at least ${MIN_HIT_SCORE} for a meaning.`,
  })
  score!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "A meaning that debrief knows, for a tracker to start from.",
})
class ReadyTracker {
  @Field(() => ID)
  concept!: string;

  @Field(() => String)
  name!: string;

  @Field(() => TrackerSides)
  saidBy!: SaidBy;
}

@ObjectType({
  simpleResolvers: true,
  description: "How often a tracker was found in the calls of a rep or a team in a week.",
})
class TrackedWeek {
  @Field(() => DateTime, {
    description: "The start of the week: some weeks after the start of the whole time.",
  })
  from!: number;

  @Field(() => Int, { description: "The calls in which it was found." })
  calls!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "How often a tracker was found in the calls of a rep or a team.",
})
class TrackedCalls {
  @Field(() => Int, { description: "The calls in which it was found." })
  calls!: number;

  @Field(() => [TrackedWeek], {
    description: `The weeks with such calls, the oldest first; none if the whole time is more than ${MAX_WEEKS} weeks.`,
  })
  weeks!: TrackedWeek[];
}

@Resolver(() => Tracker)
export class TrackerResolver {
  @forViewers()
  @Query(() => [Tracker], { description: "All trackers, by name." })
  async trackers(@Ctx() { db, organizationId }: Context): Promise<TrackerRow[]> {
    return listTrackers(db, organizationId);
  }

  @forViewers()
  @Query(() => [ReadyTracker], {
    description: "The meanings that a tracker can look for; none if DEBRIEF_MEANING is off.",
  })
  readyTrackers(@Ctx() { trackers }: Context): readonly ReadyTracker[] {
    return trackers?.findsMeanings ? trackers.ready : [];
  }

  @FieldResolver(() => [String], {
    description:
      'Words and phrases, in English with their forms: price also finds prices. "As written", begin*, -what doesn\'t count.',
  })
  phrases(@Root() { phrases }: TrackerRow): string[] {
    return JSON.parse(phrases) as string[];
  }

  @forInternal()
  @FieldResolver(() => [TrackerExample], { description: "Sentences that mean it." })
  async examples(@Root() { id }: TrackerRow, @Ctx() { loaders }: Context): Promise<ExampleRow[]> {
    return (await loaders.get(examplesLoader).load(id)).filter(({ isCounter }) => isCounter === 0);
  }

  @forInternal()
  @FieldResolver(() => [TrackerExample], { description: "Sentences that don't mean it." })
  async counterExamples(
    @Root() { id }: TrackerRow,
    @Ctx() { loaders }: Context,
  ): Promise<ExampleRow[]> {
    return (await loaders.get(examplesLoader).load(id)).filter(({ isCounter }) => isCounter === 1);
  }

  @FieldResolver(() => TrackerProgress, {
    nullable: true,
    description: "Null once all earlier calls were searched. New calls are searched at once.",
  })
  progress(@Root() { scanBelow, scanDone, scanTotal }: TrackerRow): TrackerProgress | null {
    return scanBelow === null ? null : { done: scanDone, total: scanTotal };
  }
}

@Resolver(() => TrackerHit)
export class TrackerHitResolver {
  @FieldResolver(() => Tracker)
  async tracker(@Root() { trackerId }: HitRow, @Ctx() { loaders }: Context): Promise<TrackerRow> {
    return (await loaders.get(trackerLoader).load(trackerId))!;
  }
}

@Resolver(() => Recording)
export class RecordingTrackersResolver {
  @FieldResolver(() => [TrackerHit], {
    description:
      "Where trackers were found, in the order of the call: at most 50 places for each. Within seconds after the analysis or a change of the transcript.",
  })
  async trackerHits(@Root() { id }: RecordingRow, @Ctx() { loaders }: Context): Promise<HitRow[]> {
    return loaders.get(hitsLoader).load(id);
  }

  @FieldResolver(() => [Tracker], {
    description: "The trackers that were found, by their first place in the call.",
  })
  async trackers(@Root() { id }: RecordingRow, @Ctx() { loaders }: Context): Promise<TrackerRow[]> {
    const found = await loaders.get(foundTrackersLoader).load(id);
    const trackers = loaders.get(trackerLoader);
    const rows = await Promise.all(found.map(({ trackerId }) => trackers.load(trackerId)));
    return rows.filter((row) => row !== undefined);
  }
}

@Resolver(() => TrackedCalls)
export class TrackedCallsResolver {
  @forViewers()
  @Query(() => [TrackedCalls], {
    description:
      "In how many calls of each rep or team each tracker was found, over the calls that the caller may see. Reps and teams without such a call are left out.",
  })
  async trackedCalls(
    @Arg("from", () => DateFrom, { description: "Created at this time or later." }) from: number,
    @Arg("to", () => DateTo, { description: "Created at this time or before." }) to: number,
    @Arg("groupBy", () => StatsGroups, {
      nullable: true,
      defaultValue: "user",
      description:
        "One entry per tracker and rep, or per tracker and team. A team's calls are those of its present members.",
    })
    groupBy: keyof typeof StatsGroups | null,
    @Arg("teamIds", () => [ID], {
      nullable: true,
      description: "Only the calls of these teams' members.",
    })
    teamIds: string[] | null | undefined,
    @Ctx() { organizationId, scope, readLong, caller }: Context,
  ): Promise<TrackedCallsRow[]> {
    const query = {
      organizationId,
      scope,
      from,
      to,
      groupBy: groupBy ?? "user",
      teamIds: teamIds ?? [],
    };
    return readLong(trackedCallsRead, query, caller.signal);
  }

  @FieldResolver(() => Tracker)
  async tracker(
    @Root() { trackerId }: TrackedCallsRow,
    @Ctx() { loaders }: Context,
  ): Promise<TrackerRow> {
    return (await loaders.get(trackerLoader).load(trackerId))!;
  }

  @FieldResolver(() => User, { nullable: true, description: "The rep; null for a team." })
  async user(
    @Root() { userId }: TrackedCallsRow,
    @Ctx() context: Context,
  ): Promise<UserRow | null> {
    return userId === null ? null : loadNamedUser(context, userId);
  }

  @FieldResolver(() => Team, { nullable: true, description: "The team; null for a rep." })
  team(@Root() { team }: TrackedCallsRow): TeamRow | null {
    return team;
  }
}
