import type { GraphQLResolveInfo } from "graphql";
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import {
  recordingById,
  type RecordingRow,
  type RecordingSource,
  type RecordingStatus,
} from "../db/recordings.js";
import { wholeRecording } from "../db/whole-recordings.js";
import { forIntegration, forInternal } from "./access.js";
import type { Context } from "./context.js";
import { notFound } from "./errors.js";
import { Says } from "./keywords.js";
import { recordingUrl } from "./links.js";
import { eraseAndSettle } from "./matching.js";
import { mutate } from "./mutate.js";
import { singleForm } from "./recording-forms.js";
import { DateTime, JsonScalar } from "./scalars.js";
import { SearchMatch } from "./search.js";

export const Statuses = {
  received: "received",
  processing: "processing",
  processed: "processed",
  failed: "failed",
} as const;
registerEnumType(Statuses, { name: "RecordingStatus" });

export const Sources = {
  mobile: "mobile",
  dialer: "dialer",
  meeting: "meeting",
  upload: "upload",
} as const;
registerEnumType(Sources, { name: "RecordingSource" });

/** Of which recordings a webhook is told. */
export const triggers: readonly string[] = ["all", ...Object.keys(Sources)];

@ObjectType({ simpleResolvers: true })
export class Recording {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: "As the analysis named it, else the dialer." })
  name!: string;

  @Field(() => Statuses)
  status!: RecordingStatus;

  @Field(() => Sources, { description: "What recorded it." })
  source!: RecordingSource;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => DateTime, { description: "When the call came in." })
  createdAt!: number;

  @Field(() => DateTime)
  updatedAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it was analysed for the first time; null until then.",
  })
  processedAt!: number | null;

  @Field(() => DateTime, { description: "When the call began." })
  startedAt!: number;

  @Field(() => Int, { description: "Milliseconds." })
  duration!: number;

  @Field(() => String, {
    nullable: true,
    description: "What was said, in short; empty where the analysis found nothing.",
  })
  summary!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Notes of the call; empty where the analysis made none.",
  })
  notes!: string | null;

  @Field(() => String, { nullable: true, description: "How the rep did, in Markdown." })
  coaching!: string | null;

  @Field(() => Boolean, { description: "Whether the deal was closed in this call." })
  closed!: number;

  @Field(() => ID, {
    nullable: true,
    description: "Of the client whom it was with, where that is known.",
  })
  clientId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The event id that came with the call, whether or not there is such an appointment.",
  })
  requestedEventId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Where the audio is, as the dialer sent it; none of it is kept here for that.",
  })
  mediaUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Why the analysis failed, or the one that was to replace that of a processed one.",
  })
  failureReason!: string | null;

  @Field(() => [SearchMatch], {
    nullable: true,
    description: "Where a search found it; null where it was not searched for.",
  })
  matches!: SearchMatch[] | null;
}

/** @throws NOT_FOUND */
export const existingRecording = async (
  db: Context["db"],
  organizationId: string,
  id: string,
): Promise<RecordingRow> => {
  const recording = await recordingById(db, organizationId, id);
  if (!recording) throw notFound("Recording");
  return recording;
};

@Resolver(() => Recording)
export class RecordingResolver {
  @forIntegration()
  @Query(() => Recording, {
    nullable: true,
    description:
      "Any status, unless one is asked for. /v1 asks for processed, but for the transcript.",
  })
  async recording(
    @Arg("id", () => ID, { description: "The id of the recording." }) id: string,
    @Arg("status", () => Statuses, { nullable: true }) status: RecordingStatus | null | undefined,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RecordingRow | undefined> {
    const row = await wholeRecording(context.db, context.organizationId, id, singleForm(info));
    return status && row?.status !== status ? undefined : row;
  }

  @Says({ type: "object" })
  @FieldResolver(() => JsonScalar, { description: "What the dialer and the analysis sent along." })
  customFields(@Root() recording: RecordingRow): unknown {
    return JSON.parse(recording.customFields);
  }

  @FieldResolver(() => String, { description: "The link to the recording in the console." })
  url(@Root() recording: RecordingRow, @Ctx() context: Context): string {
    return recordingUrl(context, recording.id);
  }

  @forInternal()
  @Mutation(() => Boolean, { description: "Erases all that was said and written in it." })
  async deleteRecording(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    return mutate(context, async (trx) => {
      if (!(await eraseAndSettle(trx, context, id))) throw notFound("Recording");
      return true;
    });
  }
}
