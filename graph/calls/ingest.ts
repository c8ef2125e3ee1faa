import { isInScope } from "../../db/engine/viewer-scope.js";
import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { recheckMedia } from "../redaction/media-checks.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow, StoredRecording } from "../../db/recordings/fields.js";
import {
  insertRecording,
  findRecordingByCallId,
  updateRecording,
} from "../../db/recordings/recording.js";
import { type Notice, replaceNotices } from "../../db/recordings/notices.js";
import {
  upsertTranscript,
  loadTranscript,
  type StoredUtterance,
} from "../../db/recordings/transcript.js";
import { recordActivity } from "../../db/people/users.js";
import { forWriters } from "../access/access.js";
import type { Context } from "../context/context.js";
import { resolveCallClient } from "../clients/customers.js";
import { validatePersonsCall } from "./persons-call.js";
import { buildUnmappedFailure, endWait, keepUnmappedCall, withKeptPart } from "./keep-unmapped.js";
import { logInbound } from "./log.js";
import type { Effects } from "../context/effects.js";
import { RematchScope, rematch } from "../matching/rematch.js";
import { erasedCallConflict, isErasedCall } from "../recordings/erased-calls.js";
import { attachUpload } from "../recordings/media.js";
import { enqueueMediaFetch } from "../recordings/media-fetches.js";
import { applyRefusal, isErasedOnArrival, resolveConsentChanges } from "./apply-consent.js";
import { conflict } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { upsertPushedUser } from "../people/pushed-user.js";
import { redactCall } from "../redaction/redact-call.js";
import { describeLeftOut } from "../redaction/left-out.js";
import { redactInbound } from "./redact-inbound.js";
import { describeNotices } from "../recordings/describe-notices.js";
import { requireRecording, Recording } from "../recordings/recording.js";
import {
  normalizeTranscript,
  resolveCallDuration,
  yieldIfLargeTranscript,
} from "../recordings/transcript.js";
import { spreadTimes } from "../recordings/transcript-formats/repair-times.js";
import { CallInput, type IngestedCall } from "./call-input.js";
import { validateCreatedAt } from "./created-at.js";
import { requireVisibleEvent } from "../appointments/visible-event.js";
import { namesUser, requireCallUser, UnmappedNumberError } from "./call-user.js";

const buildDefaultName = (input: CallInput): string =>
  input.customer?.name
    ? `Call with ${input.customer.name}`
    : `Call of ${new Date(input.startedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Returns the fields that the input sets. Null clears a field; an absent field stays unchanged. */
const buildRecordingChanges = (
  { scope }: Pick<Context, "scope">,
  input: CallInput,
  userId: string,
): Partial<StoredRecording> => ({
  userId,
  startedAt: input.startedAt,
  source: input.source ?? "dialer",
  ...(input.duration !== undefined && { sentDuration: input.duration }),
  ...(input.mediaUrl !== undefined && { mediaUrl: input.mediaUrl }),
  ...(input.eventId !== undefined && {
    requestedEventId: input.eventId,
    requestedEventTeams: scope ? JSON.stringify(scope.teamIds) : null,
  }),
  ...(input.customFields !== undefined && {
    customFields: JSON.stringify(input.customFields ?? {}),
  }),
  ...(typeof input.name === "string" && { name: input.name }),
});

/** Spreads a text whose format stated neither times nor a duration over the call. `duration`: milliseconds. */
const withEstimatedTimes = (
  transcript: StoredUtterance[],
  notices: readonly Notice[] = [],
  duration: number,
): StoredUtterance[] => {
  const isUntimed =
    notices.some(({ kind }) => kind === "time_estimated") &&
    transcript.every(({ end }) => end === 0);
  return isUntimed ? spreadTimes(transcript, duration) : transcript;
};

const upsertRecording = async (
  trx: Db,
  context: Context,
  part: IngestedCall,
  existing: RecordingRow | undefined,
): Promise<string> => {
  const { organizationId } = context;
  const now = context.now();
  // A part without a user, such as a file with only the call's id, has no better start time.
  const isLaterPart = existing !== undefined && !namesUser(part);
  const input = isLaterPart ? { ...part, startedAt: existing.startedAt } : part;
  const userId = isLaterPart ? existing.userId : (await requireCallUser(trx, context, input)).id;
  const changes: Partial<StoredRecording> = {
    ...buildRecordingChanges(context, input, userId),
    ...(await resolveConsentChanges(trx, organizationId, input.consent)),
  };
  const clientId = await resolveCallClient(
    trx,
    context,
    { customer: input.customer, phone: input.customerPhone },
    userId,
  );
  if (clientId !== undefined) changes.customerClientId = clientId;

  const sent =
    changes.sentDuration ?? (input.duration === undefined ? existing?.sentDuration : null);
  const transcript =
    input.transcript &&
    withEstimatedTimes(normalizeTranscript(input.transcript), input.transcriptNotices, sent ?? 0);
  if (transcript || !existing || input.duration !== undefined) {
    const utterances =
      transcript ?? (existing ? await loadTranscript(trx, organizationId, existing.id) : []);
    changes.duration = resolveCallDuration(sent ?? null, utterances);
  }

  const id = existing?.id ?? context.newId();
  if (existing) await updateRecording(trx, organizationId, id, changes, now);
  else
    await insertRecording(
      trx,
      organizationId,
      { now, createdAt: input.createdAt },
      {
        name: buildDefaultName(input),
        customFields: "{}",
        ...changes,
        id,
        status: "received",
        callId: input.callId,
      },
    );
  if (transcript) {
    await yieldIfLargeTranscript(transcript);
    await upsertTranscript(trx, organizationId, id, transcript);
    if (existing || input.transcriptNotices?.length)
      await replaceNotices(trx, organizationId, id, input.transcriptNotices ?? []);
    await recheckMedia(trx, organizationId, id, transcript);
  }
  await recordActivity(trx, organizationId, userId, {
    kind: "recorded",
    action: null,
    at: input.startedAt,
    now,
  });
  return id;
};

/** Makes a call with a file an upload. Its default duration is that of the file. */
const applyUpload = async (
  input: IngestedCall,
  { upload, media, organizationId }: Context,
): Promise<IngestedCall> => {
  if (!upload) return input;
  const uploaded: IngestedCall = { ...input, source: "upload" };
  if (typeof input.duration === "number") return uploaded;
  const duration = await media.readDuration(organizationId, upload);
  return duration === null ? uploaded : { ...uploaded, duration };
};

/** The message for a call whose recording is processed already. */
export const ALREADY_PROCESSED_MESSAGE = "The recording is processed, and was not changed";

/**
 * Ingests a finished call and logs the request. A processed recording stays unchanged. `adapter`: the name of the phone
 * system, whose credential fetches the audio.
 * `onChange` runs in the same transaction, at its end. A call with an unassigned number is held.
 * @throws USER_NOT_FOUND, INVALID_FIELD; CONFLICT if the call's recording was deleted
 */
export const ingestCall = async (
  context: Context,
  sent: IngestedCall,
  adapter: string | null = null,
  onChange?: (trx: Db, effects: Effects, recording: RecordingRow) => Promise<void>,
): Promise<RecordingRow> => {
  const { organizationId, inboundRequest } = context;
  validateCreatedAt(sent, context.now());
  const whole = await withKeptPart(context, await applyUpload(sent, context));
  const input = await redactCall(context, whole);
  if (inboundRequest) await redactInbound(context, organizationId, inboundRequest, input);
  const isErased = await isErasedOnArrival(context, input.consent);
  if (inboundRequest)
    Object.assign(
      inboundRequest,
      { callId: input.callId },
      isErased
        ? { redactedBody: { text: "", readable: false } }
        : { parsedCall: withoutTranscript(input) },
    );
  // Its client would remain.
  const stored = isErased ? { ...input, customer: undefined, customerPhone: undefined } : input;
  const change = async (trx: Db, effects: Effects): Promise<RecordingRow> => {
    const log = async (recording: RecordingRow, message: string | null): Promise<RecordingRow> => {
      const result = { outcome: "ingested", recordingId: recording.id, message } as const;
      if (inboundRequest) await logInbound(trx, context, organizationId, inboundRequest, result);
      return recording;
    };
    const { userEmail, upsertUser } = input;
    if (upsertUser) await upsertPushedUser(trx, context, { userEmail, upsertUser });
    const existing = await findRecordingByCallId(trx, organizationId, input.callId);
    if (existing && !isInScope(context.scope, existing.userId))
      throw conflict("is already used by a call outside the caller's scope", "callId");
    await requireVisibleEvent(trx, context, input.eventId);
    if (existing?.status === "processed") return log(existing, ALREADY_PROCESSED_MESSAGE);
    if (!existing && (await isErasedCall(trx, context, organizationId, input.callId)))
      throw erasedCallConflict();
    const id = await upsertRecording(trx, context, stored, existing);
    const { eventId: requestedEventId = existing?.requestedEventId ?? null } = input;
    await rematch(
      trx,
      organizationId,
      new RematchScope().addRecording(existing).addRecording({ id, requestedEventId }),
      context.now(),
    );
    await attachUpload(trx, context, effects, id);
    const { mediaUrl } = input;
    const previousUrl = existing?.mediaUrl ?? null;
    const call = { recordingId: id, mediaUrl, previousUrl, adapter };
    await enqueueMediaFetch(trx, context, effects, call);
    return log(
      await requireRecording(trx, organizationId, id),
      describeLeftOut(input.transcript) ?? describeNotices(input.transcriptNotices),
    );
  };
  const ingested = await mutate(context, async (trx, effects) => {
    const recording = await change(trx, effects);
    await onChange?.(trx, effects, recording);
    await endWait(trx, context, effects, { ...recording, callId: input.callId });
    await applyRefusal(trx, context, effects, recording);
    return recording;
  }).catch(async (error: unknown) => {
    if (!(error instanceof UnmappedNumberError)) throw error;
    if (isErased)
      throw buildUnmappedFailure(error.number, "the call is erased: consent was refused");
    throw await keepUnmappedCall(context, input, adapter, error.number);
  });
  if (input.upsertUser) context.onNumbersChanged(organizationId);
  context.onCallIngested(organizationId, ingested.id);
  return ingested;
};

@Resolver()
export class CallResolver {
  @forWriters("ingest")
  @Mutation(() => Recording, {
    description:
      "Ingests a finished call. A processed recording stays unchanged. A call whose recording was deleted is a CONFLICT. Reps and managers send files through `POST /v1/recordings/upload` only, of their own calls or those of the reps whom they lead.",
  })
  async ingestCall(
    @Arg("input", () => CallInput) input: CallInput,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    validatePersonsCall(context, input);
    return ingestCall(context, { ...input, transcriptNotices: context.transcriptNotices });
  }
}

/** Returns the input for the log: times as text, and the number of utterances instead of the transcript. */
const withoutTranscript = (input: CallInput): object => ({
  ...input,
  startedAt: new Date(input.startedAt).toISOString(),
  ...(typeof input.createdAt === "number" && {
    createdAt: new Date(input.createdAt).toISOString(),
  }),
  ...(input.transcript && { transcript: { utterances: input.transcript.length } }),
});
