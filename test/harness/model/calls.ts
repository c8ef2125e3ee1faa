import type { TestUtterance } from "../../helpers/recordings/measure-call.js";
import { upsertCustomerClient } from "./clients.js";
import { buildInvalidField, omitUndefined, Refusal } from "./refusal.js";
import { rematch } from "./matching.js";
import { applyActivity, resolveActiveUser } from "./people.js";
import { type Customer, newId, type Organization, type Recording, type World } from "./world.js";

export interface CallInput {
  callId: string;
  userEmail: string;
  startedAt: number;
  duration?: number | null;
  name?: string;
  eventId?: string | null;
  customer?: Partial<Customer> | null;
  customFields?: Record<string, unknown> | null;
  transcript?: TestUtterance[];
  /** Over /graphql only. */
  source?: string;
}

/** Sorts utterances by start, as they are stored. */
export const sortUtterances = (transcript: readonly TestUtterance[]): TestUtterance[] => {
  for (const [index, { start, end }] of transcript.entries())
    if (end < start) throw buildInvalidField(`transcript.${index}.end`);
  return transcript.toSorted((a, b) => a.start - b.start);
};

/** Returns the sent duration, otherwise the largest end. */
export const computeDuration = ({ sentDuration, transcript }: Recording): number =>
  sentDuration ?? Math.max(0, ...transcript.map(({ end }) => end));

/** Returns the creation in microseconds, or the next free position. */
const findFreePosition = (world: World, org: Organization): number => {
  const taken = new Set(org.recordings.map(({ position }) => position));
  let position = world.now * 1000;
  while (taken.has(position)) position += 1;
  return position;
};

const buildDefaultName = ({ customer, startedAt }: CallInput): string =>
  customer?.name
    ? `Call with ${customer.name}`
    : `Call of ${new Date(startedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;

const createRecording = (world: World, org: Organization, input: CallInput): Recording =>
  ({
    id: newId(world),
    callId: input.callId,
    position: findFreePosition(world, org),
    createdAt: world.now,
    processedAt: null,
    name: buildDefaultName(input),
    status: "received",
    sentDuration: null,
    requestedEventId: null,
    customerClient: null,
    createdClient: null,
    entity: null,
    customFields: {},
    transcript: [],
    closed: false,
    failureReason: null,
    reviews: [],
    analysis: null,
    formerAnswers: new Map(),
    tagEdits: new Map(),
    hits: [],
    waitsForSearch: null,
    originalTranscript: null,
    isTranscriptRemoved: false,
  }) as unknown as Recording;

/** Creates the recording, or updates it if the call was sent before and is unprocessed. */
export const ingestCall = (world: World, org: Organization, input: CallInput): Recording => {
  if (input.eventId === "") throw buildInvalidField("eventId");
  if ((input.duration ?? 0) < 0) throw buildInvalidField("duration");
  if (input.customer?.id === "") throw buildInvalidField("customer.id");
  const existing = org.recordings.find(({ callId }) => callId === input.callId);
  if (existing?.status === "processed") return existing;
  if (org.erasedCalls.has(input.callId)) throw new Refusal("CONFLICT", "callId");
  const user = resolveActiveUser(org, input.userEmail);
  const transcript = input.transcript && sortUtterances(input.transcript);
  const recording = existing ?? createRecording(world, org, input);
  const { customer } = input;
  if (customer === null || customer?.id !== undefined)
    recording.customerClient = upsertCustomerClient(world, org, customer);
  Object.assign(recording, {
    ...omitUndefined({
      name: input.name,
      sentDuration: input.duration,
      requestedEventId: input.eventId,
      customFields: input.customFields === null ? {} : input.customFields,
      transcript,
    }),
    user,
    source: input.source ?? "dialer",
    startedAt: input.startedAt,
    updatedAt: world.now,
  });
  if (!existing) org.recordings.push(recording);
  applyActivity(world, user, { kind: "recorded", at: input.startedAt });
  rematch(org);
  return recording;
};
