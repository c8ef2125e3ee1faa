import { Arg, Ctx, Field, Int, ObjectType, Query, Resolver } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { TrackerHit as HitRow } from "../../db/trackers/hits.js";
import { loadTrackersByIds } from "../../db/trackers/trackers.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Failure, notFound } from "../core/errors.js";
import { MIN_HIT_SCORE, MIN_NEAR_SCORE } from "../core/tracker-port.js";
import { Recording } from "../recordings/recording.js";
import { SpeakerRoles } from "../recordings/transcript.js";
import { hasMeaning, loadRule } from "./rule.js";
import { joinRecordings, loadTrialCalls } from "./trial-calls.js";
import { resolveRule, TrackerInput } from "./mutations.js";

const MAX_PLACES = 200;

@ObjectType({ simpleResolvers: true, description: "A place that a tracker would find, or nearly." })
class TrialPlace {
  @Field(() => Int, { description: "Milliseconds from the start of the recording." })
  start!: number;

  @Field(() => SpeakerRoles, { description: "The side of the call that said it." })
  role!: HitRow["role"];

  @Field(() => String, { description: "The words that were said." })
  quote!: string;

  @Field(() => String, {
    nullable: true,
    description: "The phrase that was found; null if the meaning was.",
  })
  phrase!: string | null;

  @Field(() => Int, {
    description: `How certain it is, in percent; a near miss has less than ${MIN_HIT_SCORE}.`,
  })
  score!: number;

  @Field(() => Recording)
  recording!: RecordingRow;
}

interface TrialRow extends HitRow {
  recording: RecordingRow;
  quote: string;
}

@ObjectType({
  simpleResolvers: true,
  description: "What a tracker would find in the newest calls.",
})
class TrackerTrial {
  @Field(() => Int, {
    description:
      "The calls that were searched, the newest: at most 50, and fewer for a meaning that is new to most of them.",
  })
  calls!: number;

  @Field(() => [TrialPlace], {
    description: `What it would find, by call, the newest first; at most ${MAX_PLACES} places.`,
  })
  hits!: TrialRow[];

  @Field(() => [TrialPlace], {
    description: `What is near its meaning and doesn't count, the nearest first; at most ${MAX_PLACES} places.`,
  })
  nearMisses!: TrialRow[];
}

@Resolver()
export class TrackerTrialResolver {
  @forInternal()
  @Query(() => TrackerTrial, {
    description: "Looks for a tracker in the newest calls without saving it.",
  })
  async tryTracker(
    @Arg("input", () => TrackerInput) input: TrackerInput,
    @Ctx() context: Context,
  ): Promise<TrackerTrial> {
    const { db, organizationId, trackers, caller } = context;
    const [before] =
      typeof input.id === "string" ? await loadTrackersByIds(db, organizationId, [input.id]) : [];
    if (typeof input.id === "string" && !before) throw notFound("Tracker");
    const former = before && (await loadRule(db, organizationId, before));
    const rule = await resolveRule(context, input, former);
    if (!trackers) throw new Failure("UNAVAILABLE", "This process doesn't look for trackers");
    const needsVectors = trackers.findsMeanings && hasMeaning(rule);
    const calls = await loadTrialCalls(context, needsVectors);
    const search = {
      rules: [{ ...rule, id: input.id ?? "" }],
      transcripts: calls,
      minScore: MIN_NEAR_SCORE,
      needsVectors,
    };
    const found = await trackers.find(organizationId, search, caller.signal);
    const places = (await joinRecordings(context, calls, found)).flatMap(
      ({ recording, found: { hits } }) => hits.map((hit) => ({ ...hit, recording })),
    );
    return {
      calls: calls.length,
      hits: places.filter(({ score }) => score >= MIN_HIT_SCORE).slice(0, MAX_PLACES),
      nearMisses: places
        .filter(({ score }) => score < MIN_HIT_SCORE)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, MAX_PLACES),
    };
  }
}
