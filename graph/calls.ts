import { Arg, Ctx, Field, InputType, Int, Mutation, Resolver } from "type-graphql";
import type { Db } from "../db/connect.js";
import {
  insertRecording,
  recordingByCallId,
  type RecordingRow,
  type RecordingSource,
  type StoredRecording,
  updateRecording,
} from "../db/recordings.js";
import { putTranscript, type StoredUtterance, transcriptOf } from "../db/transcripts.js";
import { recordActivity } from "../db/users.js";
import { forIntegration } from "./access.js";
import type { Context } from "./context.js";
import { clientOfCustomer, CustomerInput } from "./customers.js";
import { logInbound, told } from "./inbound.js";
import { Says } from "./keywords.js";
import { Changed, settle } from "./matching.js";
import { attach } from "./media.js";
import { mutate } from "./mutate.js";
import { existingRecording, Recording, Sources } from "./recordings.js";
import { DateTime, JsonScalar } from "./scalars.js";
import { orderedTranscript, UtteranceInput } from "./transcripts.js";
import { activeUser } from "./users.js";

@InputType()
export class CallInput {
  @Says({ minLength: 1 })
  @Field(() => String, {
    description:
      "The dialer's own id of the call: sending it again updates the call, never duplicates it.",
  })
  callId!: string;

  @Says({ minLength: 1 })
  @Field(() => String, {
    description: "Of the active member of the organization whose call it was, whatever its case.",
  })
  userEmail!: string;

  @Field(() => DateTime, { description: "When the call began." })
  startedAt!: number;

  @Says({ minimum: 0 })
  @Field(() => Int, {
    nullable: true,
    description: "Milliseconds; if not given, until the last word of the transcript.",
  })
  duration?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "If not given, made of the customer or the time.",
  })
  name?: string | null;

  @Field(() => Sources, { nullable: true, defaultValue: "dialer" })
  source!: RecordingSource | null;

  @Field(() => String, { nullable: true, description: "Where the audio is." })
  mediaUrl?: string | null;

  @Says({ minLength: 1 })
  @Field(() => String, { nullable: true, description: "Of the appointment that the call was for." })
  eventId?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: "Whom the call was with." })
  customer?: CustomerInput | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "What is to be sent along with the recording's events.",
  })
  customFields?: Record<string, unknown> | null;

  @Field(() => [UtteranceInput], {
    nullable: true,
    description: "Who said what; all of it, in any order.",
  })
  transcript?: UtteranceInput[] | null;
}

const defaultName = (input: CallInput): string =>
  input.customer?.name
    ? `Call with ${input.customer.name}`
    : `Call of ${new Date(input.startedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** How long the call lasted as far as is known: as sent, else until the last word. */
export const durationOf = (sent: number | null, transcript: readonly StoredUtterance[]): number =>
  sent ?? transcript.reduce((latest, { end }) => Math.max(latest, end), 0);

/** The fields that the input has; null clears one, and what is absent stays as it was. */
const changesOf = (input: CallInput, userId: string): Partial<StoredRecording> => ({
  userId,
  startedAt: input.startedAt,
  source: input.source ?? "dialer",
  ...(input.duration !== undefined && { sentDuration: input.duration }),
  ...(input.mediaUrl !== undefined && { mediaUrl: input.mediaUrl }),
  ...(input.eventId !== undefined && { requestedEventId: input.eventId }),
  ...(input.customFields !== undefined && {
    customFields: JSON.stringify(input.customFields ?? {}),
  }),
  ...(typeof input.name === "string" && { name: input.name }),
});

const store = async (
  trx: Db,
  context: Context,
  input: CallInput,
  existing: RecordingRow | undefined,
): Promise<string> => {
  const { organizationId } = context;
  const now = context.now();
  const user = await activeUser(trx, organizationId, input.userEmail, "userEmail");
  const changes: Partial<StoredRecording> = changesOf(input, user.id);
  // A customer without an id says nothing of the client that an earlier send may have named.
  if (input.customer === null || input.customer?.id !== undefined)
    changes.customerClientId = await clientOfCustomer(trx, context, organizationId, input.customer);

  const transcript = input.transcript && orderedTranscript(input.transcript);
  const sent =
    changes.sentDuration ?? (input.duration === undefined ? existing?.sentDuration : null);
  if (transcript || !existing || input.duration !== undefined) {
    const known =
      transcript ?? (existing ? await transcriptOf(trx, organizationId, existing.id) : []);
    changes.duration = durationOf(sent ?? null, known);
  }

  const id = existing?.id ?? context.newId();
  if (existing) await updateRecording(trx, organizationId, id, changes, now);
  else
    await insertRecording(trx, organizationId, now, {
      name: defaultName(input),
      customFields: "{}",
      ...changes,
      id,
      status: "received",
      callId: input.callId,
    });
  if (transcript) await putTranscript(trx, organizationId, id, transcript);
  await recordActivity(trx, organizationId, user.id, {
    kind: "recorded",
    action: null,
    at: input.startedAt,
    now,
  });
  return id;
};

/** A call that came with a file is an upload, and lasts as long as the file says if nothing else was sent. */
const asUpload = async (
  input: CallInput,
  { attached, media, organizationId }: Context,
): Promise<CallInput> => {
  if (!attached) return input;
  const upload: CallInput = { ...input, source: "upload" };
  if (typeof input.duration === "number") return upload;
  const duration = await media.duration(organizationId, attached.file);
  return duration === null ? upload : { ...upload, duration };
};

/** What is told of a call whose recording is processed. */
export const PROCESSED = "The recording is processed, and was not changed";

/**
 * Takes a finished call, and writes down how it came in. One that is already processed is not changed.
 * @throws USER_NOT_FOUND, INVALID_FIELD
 */
export const takeCall = async (context: Context, sent: CallInput): Promise<RecordingRow> => {
  const { organizationId, inbound } = context;
  const input = await asUpload(sent, context);
  if (inbound) Object.assign(inbound, { callId: input.callId, understood: told(input) });
  const taken = await mutate(context, async (trx) => {
    const log = async (recording: RecordingRow, message: string | null): Promise<RecordingRow> => {
      const result = { outcome: "taken", recordingId: recording.id, message } as const;
      if (inbound) await logInbound(trx, context, organizationId, inbound, result);
      return recording;
    };
    const existing = await recordingByCallId(trx, organizationId, input.callId);
    if (existing?.status === "processed") return log(existing, PROCESSED);
    const id = await store(trx, context, input, existing);
    const { eventId: requestedEventId = existing?.requestedEventId ?? null } = input;
    await settle(
      trx,
      organizationId,
      new Changed().recording(existing).recording({ id, requestedEventId }),
      context.now(),
    );
    await attach(trx, context, id);
    return log(await existingRecording(trx, organizationId, id), null);
  });
  context.callTaken(organizationId, taken.id);
  return taken;
};

@Resolver()
export class CallResolver {
  @forIntegration()
  @Mutation(() => Recording, {
    description: "Takes a finished call. A call that is already processed is not changed.",
  })
  async ingestCall(
    @Arg("input", () => CallInput) input: CallInput,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return takeCall(context, input);
  }
}
