import { NO_POSITION, POSITIONS_PER_MS } from "../../db/engine/positions.js";
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { loadMeaningScan } from "../../db/organizations/meaning-scan.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { SpeakerRole } from "../../db/recordings/transcript.js";
import { forViewers } from "../access/access.js";
import { ArgumentLimits } from "../arguments/limits.js";
import { resolvePageSize } from "../arguments/pagination.js";
import { DateFrom, DateTime, DateTo } from "../arguments/scalars.js";
import { clientLoader } from "../clients/loaders.js";
import type { Context } from "../context/context.js";
import { SCAN_ROWS, Scans } from "../context/scans.js";
import { buildRecordingUrl } from "../context/urls.js";
import { Failure, invalidField } from "../core/errors.js";
import { userLoader } from "../people/loaders.js";
import { resolveRecordingFilter } from "../recordings/filter.js";
import { recordingLoader } from "../recordings/loaders.js";
import { Recording } from "../recordings/recording.js";
import { nameSpeaker } from "../recordings/speaker-names.js";
import { SpeakerRoles } from "../recordings/transcript.js";
import { type FoundPlace, locateNearest } from "./locate-nearest.js";
import { nearestRead } from "./nearest.js";

/** Anything less, compared with the text itself, has another meaning. */
const MIN_SCORE = 0.35;
/** Some of the nearest sentences are of the other side. */
const MAX_CANDIDATES = 400;
const MAX_MEANING_CHARACTERS = 256;
const PERCENT = 100;
const SECOND_MS = 1_000;

@InputType()
class SentenceFilter {
  @Field(() => DateFrom, {
    nullable: true,
    description: "In recordings created at this time or later.",
  })
  from?: number | null;

  @Field(() => DateTo, {
    nullable: true,
    description: "In recordings created at this time or before.",
  })
  to?: number | null;

  @Field(() => String, { nullable: true, description: "The rep's e-mail address, in any case." })
  userEmail?: string | null;

  @Field(() => ID, { nullable: true, description: "In recordings with this client." })
  clientId?: string | null;

  @Field(() => SpeakerRoles, { nullable: true, description: "Said by this side of the call." })
  saidBy?: SpeakerRole | null;
}

interface FoundRow extends FoundPlace {
  score: number;
  recording: RecordingRow;
}

@ObjectType({ simpleResolvers: true, description: "A sentence that is near to a meaning." })
class FoundSentence {
  @Field(() => Int, { description: "Milliseconds from the start of the recording." })
  start!: number;

  @Field(() => Int, { description: "Milliseconds from the start of the recording." })
  end!: number;

  @Field(() => SpeakerRoles, { description: "The side of the call that said it." })
  role!: SpeakerRole;

  @Field(() => Int, {
    description: "How near its meaning is, in percent: about 100 for the same words.",
  })
  score!: number;

  @Field(() => Recording)
  recording!: RecordingRow;
}

@ObjectType({ simpleResolvers: true, description: "The sentences that are nearest to a meaning." })
class FoundSentences {
  @Field(() => [FoundSentence], {
    description: "The nearest first; at most 3 sentences of each call.",
  })
  sentences!: FoundRow[];

  @Field(() => Int, { description: "The calls that were searched." })
  calls!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "Calls created before this time were not searched; null if all were.",
  })
  searchedFrom!: number | null;
}

/** Adds the recordings, and the scores. Places in recordings that were deleted meanwhile are left out. */
const withRecordings = async (
  { loaders }: Context,
  places: readonly FoundPlace[],
  ownSimilarity: number,
): Promise<FoundRow[]> => {
  const loader = loaders.get(recordingLoader);
  const rows = await Promise.all(
    places.map(async (place) => {
      const recording = await loader.load(place.recordingId);
      const score = Math.min(PERCENT, Math.round((place.similarity / ownSimilarity) * PERCENT));
      return recording ? [{ ...place, score, recording }] : [];
    }),
  );
  return rows.flat();
};

@Resolver(() => FoundSentence)
export class SentencesResolver {
  @forViewers()
  @Scans(() => SCAN_ROWS)
  @ArgumentLimits({ meaning: { maxCharacters: MAX_MEANING_CHARACTERS } })
  @Query(() => FoundSentences, {
    description:
      "Finds sentences by their meaning, in all calls that are prepared for it (`meaningSearch`). In English.",
  })
  async sentences(
    @Arg("meaning", () => String, {
      description: "What was meant, in the words of a speaker: `we have another quote`.",
    })
    meaning: string,
    @Arg("first", () => Int, {
      nullable: true,
      defaultValue: 25,
      description: "How many sentences, from 1 to 100.",
    })
    first: number | null,
    @Arg("filter", () => SentenceFilter, { nullable: true })
    filter: SentenceFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<FoundSentences> {
    const { db, organizationId, scope, readLong, caller, sentences: finder } = context;
    const limit = resolvePageSize(first);
    if (meaning.trim() === "") throw invalidField("meaning", "must not be empty");
    if (!finder)
      throw new Failure("UNAVAILABLE", "Search by meaning needs the setting DEBRIEF_MEANING=on");
    if ((await loadMeaningScan(db, organizationId)) === null)
      throw invalidField("meaning", "can't be searched: an admin turns search by meaning on");
    const bounds = await resolveRecordingFilter(context, filter ?? {});
    if (!bounds) return { sentences: [], calls: 0, searchedFrom: null };
    const { from, to, userId, clientId } = bounds;
    const prepared = await finder.prepare(organizationId, meaning.trim(), caller.signal);
    const { vector, ownSimilarity } = prepared;
    const before = to === undefined ? NO_POSITION : to + 1;
    const query = {
      organizationId,
      scope,
      vector,
      space: finder.space,
      calls: { before, from, userId, clientId },
      minSimilarity: MIN_SCORE * ownSimilarity,
      maxSentences: MAX_CANDIDATES,
    };
    const { nearest, calls, searchedFrom } = await readLong(nearestRead, query, caller.signal);
    const places = await locateNearest(context, finder, nearest, {
      saidBy: filter?.saidBy,
      limit,
    });
    return {
      sentences: await withRecordings(context, places, ownSimilarity),
      calls,
      searchedFrom: searchedFrom === null ? null : Math.ceil(searchedFrom / POSITIONS_PER_MS),
    };
  }

  @FieldResolver(() => String, { description: "The words that were said." })
  quote(@Root() { text }: FoundRow): string {
    return text;
  }

  @FieldResolver(() => String, { description: "The speaker's name, as the transcript shows it." })
  async speaker(@Root() row: FoundRow, @Ctx() { loaders }: Context): Promise<string> {
    const { userId, clientId } = row.recording;
    const user = await loaders.get(userLoader).load(userId);
    const client = clientId === null ? undefined : await loaders.get(clientLoader).load(clientId);
    const names = { userName: user!.name, clientName: client?.name ?? null };
    return nameSpeaker(names, row);
  }

  @FieldResolver(() => String, {
    description: "The recording's page in the console, at this sentence.",
  })
  url(@Root() { recordingId, start }: FoundRow, @Ctx() context: Context): string {
    return `${buildRecordingUrl(context, recordingId)}#t=${Math.floor(start / SECOND_MS)}`;
  }
}
