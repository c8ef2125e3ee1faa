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
import type { RecordingRow, RecordingSource, RecordingStatus } from "../../db/recordings/fields.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { findRecordingDetail } from "../../db/recordings/recording-detail.js";
import { forInternal, forViewers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { notFound } from "../core/errors.js";
import { Receipt } from "../access/receipts.js";
import { Constraint } from "../arguments/constraints.js";
import { buildRecordingUrl } from "../context/urls.js";
import { audit } from "../access/audit.js";
import { eraseAndRematch } from "./erase.js";
import { mutate } from "../context/mutate.js";
import { resolveSingleProjection } from "./projection.js";
import { DateTime, JsonScalar } from "../arguments/scalars.js";
import type { Consent } from "../../db/consent/consent-settings.js";
import { Consents } from "../consent/consents.js";
import { isHiddenFrom } from "../consent/hidden.js";
import { SearchMatch } from "../search/search.js";
import { createStoredJsonParser } from "../core/exact-json.js";

const parseCustomFields = createStoredJsonParser();

export const RecordingStatuses = {
  received: "received",
  processing: "processing",
  processed: "processed",
  failed: "failed",
} as const;
registerEnumType(RecordingStatuses, { name: "RecordingStatus" });

export const RecordingSources = {
  mobile: "mobile",
  dialer: "dialer",
  meeting: "meeting",
  upload: "upload",
} as const satisfies { [Source in RecordingSource]: Source };
registerEnumType(RecordingSources, { name: "RecordingSource" });

@ObjectType({ simpleResolvers: true })
export class Recording {
  @Receipt()
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: "The name from the analysis, else from the dialer." })
  name!: string;

  @Receipt()
  @Field(() => RecordingStatuses)
  status!: RecordingStatus;

  @Receipt()
  @Field(() => RecordingSources, { description: "The kind of system that recorded the call." })
  source!: RecordingSource;

  @Receipt()
  @Field(() => ID)
  organizationId!: string;

  @Receipt()
  @Field(() => DateTime, { description: "When the server received the call." })
  createdAt!: number;

  @Receipt()
  @Field(() => DateTime)
  updatedAt!: number;

  @Receipt()
  @Field(() => DateTime, {
    nullable: true,
    description: "When the first analysis completed; null until then.",
  })
  processedAt!: number | null;

  @Receipt()
  @Field(() => DateTime, { description: "When the call began." })
  startedAt!: number;

  @Field(() => Int, { description: "Milliseconds." })
  duration!: number;

  @Field(() => String, {
    nullable: true,
    description: "A short summary of the call; empty if the analysis wrote none.",
  })
  summary!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Notes of the call; empty if the analysis wrote none.",
  })
  notes!: string | null;

  @Field(() => String, { nullable: true, description: "Feedback for the rep, in Markdown." })
  coaching!: string | null;

  @Field(() => Boolean, { description: "Whether the deal closed in this call." })
  closed!: number;

  @Field(() => Consents, {
    description: "Whether the customer agreed to the recording, as it was sent with the call.",
  })
  consent!: Consent;

  @Field(() => ID, {
    nullable: true,
    description: "The id of the client on the call; null if unknown.",
  })
  clientId!: string | null;

  @Receipt()
  @Field(() => String, {
    nullable: true,
    description: "The event id that was sent with the call. The appointment may not exist.",
  })
  requestedEventId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Why the analysis failed. On a processed recording: why the latest reanalysis failed.",
  })
  failureReason!: string | null;

  @Field(() => [SearchMatch], {
    nullable: true,
    description: "The places where a search found its words; null without a search.",
  })
  searchMatches!: SearchMatch[] | null;
}

/** Returns the recording. @throws NOT_FOUND */
export const requireRecording = async (
  db: Context["db"],
  organizationId: string,
  id: string,
): Promise<RecordingRow> => {
  const recording = await findRecordingById(db, organizationId, id);
  if (!recording) throw notFound("Recording");
  return recording;
};

@Resolver(() => Recording)
export class RecordingResolver {
  @forViewers()
  @Query(() => Recording, {
    nullable: true,
    description:
      "A recording in any status, or only in `status`. /v1 requires processed, except for transcripts.",
  })
  async recording(
    @Arg("id", () => ID, { description: "The id of the recording." }) id: string,
    @Arg("status", () => RecordingStatuses, { nullable: true }) status:
      | RecordingStatus
      | null
      | undefined,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RecordingRow | undefined> {
    const row = await findRecordingDetail(
      context.db,
      context.organizationId,
      id,
      resolveSingleProjection(info),
    );
    if (row && isHiddenFrom(context, row)) return undefined;
    return status && row?.status !== status ? undefined : row;
  }

  @Constraint({ type: "object" })
  @FieldResolver(() => JsonScalar, { description: "Custom fields of the dialer and the analysis." })
  customFields(@Root() recording: RecordingRow): unknown {
    return parseCustomFields(recording.customFields);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The URL of the audio, as the dialer sent it. `media` is the audio once the server has fetched it. Null where only the transcript is kept.",
  })
  mediaUrl(@Root() { mediaUrl, refusal }: RecordingRow): string | null {
    return refusal === "transcript_only" ? null : mediaUrl;
  }

  @FieldResolver(() => String, { description: "The URL of the recording in the console." })
  url(@Root() recording: RecordingRow, @Ctx() context: Context): string {
    return buildRecordingUrl(context, recording.id);
  }

  @forInternal()
  @Mutation(() => Boolean, {
    description: "Erases the recording and everything that belongs to it.",
  })
  async deleteRecording(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    return mutate(context, async (trx, effects) => {
      if (!(await eraseAndRematch(trx, context, effects, id))) throw notFound("Recording");
      await audit(trx, context, { action: "recording.deleted", subject: id, recordings: 1 });
      return true;
    });
  }
}
