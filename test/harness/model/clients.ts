import { requireFound, buildInvalidField, Refusal, omitUndefined } from "./refusal.js";
import { eraseRecording, rematch } from "./matching.js";
import {
  type Client,
  type Customer,
  newId,
  type Organization,
  type Recording,
  type World,
} from "./world.js";

const insertModelClient = (world: World, org: Organization, fields: Partial<Client>): Client => {
  const client = {
    id: newId(world),
    name: null,
    email: null,
    crmEntityId: null,
    address: null,
    insights: {},
    insightsUpdatedAt: null,
    notes: null,
    createdAt: world.now,
    updatedAt: world.now,
    ...omitUndefined(fields),
  };
  org.clients.push(client);
  return client;
};

const findHolder = (org: Organization, crmEntityId: string): Client | undefined =>
  org.clients.find((client) => client.crmEntityId === crmEntityId);

/**
 * Finds or creates the client whose crmEntityId is the customer's ID. Fills missing fields and
 * never overwrites others.
 */
export const upsertCustomerClient = (
  world: World,
  org: Organization,
  customer: Partial<Customer> | null,
): Client | null => {
  if (!customer?.id) return null;
  const { id: crmEntityId, name, email, location: address } = customer;
  const client = findHolder(org, crmEntityId);
  if (!client)
    return insertModelClient(world, org, {
      crmEntityId,
      ...omitUndefined({ name, email, address }),
    });
  const gaps = Object.entries({ name, email, address }).filter(
    ([field, value]) => value && !client[field as "name"],
  );
  if (gaps.length > 0) Object.assign(client, Object.fromEntries(gaps), { updatedAt: world.now });
  return client;
};

/**
 * Returns the client of createClient; otherwise the call's customer; otherwise the matched
 * appointment's client.
 */
export const resolveClient = (org: Organization, recording: Recording): Client | null =>
  recording.createdClient ??
  recording.customerClient ??
  org.matches.find((match) => match.recording === recording)?.appointment.client ??
  null;

const validateHolder = (org: Organization, id: string | null | undefined, own?: Client): void => {
  if (id === "") throw buildInvalidField("crmEntityId");
  const holder = typeof id === "string" ? findHolder(org, id) : undefined;
  if (holder && holder !== own) throw new Refusal("CONFLICT", "crmEntityId");
};

export interface ClientInput {
  recordingId: string;
  name: string;
  email?: string | null;
  crmEntityId?: string | null;
  address?: string | null;
  notes?: string | null;
  entity?: object;
}

/** Creates a rep's client for an unprocessed recording. */
export const createClient = (world: World, org: Organization, input: ClientInput): Client => {
  if (input.name === "") throw buildInvalidField("name");
  const { recordingId, entity, ...entered } = input;
  const recording = requireFound(
    org.recordings.find(({ id }) => id === recordingId),
    "Recording",
  );
  if (recording.status === "processed" || recording.createdClient) throw new Refusal("CONFLICT");
  validateHolder(org, input.crmEntityId);
  const client = insertModelClient(world, org, entered);
  Object.assign(recording, {
    createdClient: client,
    entity: entity ?? omitUndefined(entered),
    updatedAt: world.now,
  });
  return client;
};

export interface ClientPatch {
  name?: string | null;
  email?: string | null;
  crmEntityId?: string | null;
  address?: string | null;
  notes?: string | null;
  insights?: object | null;
}

const resolveClientById = (org: Organization, id: string): Client =>
  requireFound(
    org.clients.find((client) => client.id === id),
    "Client",
  );

/** Applies the sent fields; null clears a field. */
export const updateClient = (
  world: World,
  org: Organization,
  id: string,
  { insights, ...texts }: ClientPatch,
): Client => {
  const client = resolveClientById(org, id);
  validateHolder(org, texts.crmEntityId, client);
  return Object.assign(client, omitUndefined(texts), {
    ...(insights !== undefined && { insights: insights ?? {}, insightsUpdatedAt: world.now }),
    updatedAt: world.now,
  });
};

/** Deletes the client's recordings too, and clears its appointments and its links from other recordings. */
export const deleteClient = (world: World, org: Organization, id: string): true => {
  const client = resolveClientById(org, id);
  const recordings = org.recordings.filter((recording) => resolveClient(org, recording) === client);
  for (const recording of org.recordings)
    if (recording.customerClient === client) recording.customerClient = null;
  const matched = new Set(
    org.matches
      .filter(({ recording }) => recordings.includes(recording))
      .map(({ appointment }) => appointment),
  );
  for (const appointment of org.appointments)
    if (appointment.client === client || (appointment.client === null && matched.has(appointment)))
      Object.assign(appointment, {
        client: null,
        customer: null,
        title: null,
        metadata: {},
        updatedAt: world.now,
      });
  for (const recording of recordings) eraseRecording(org, recording);
  org.hasUncertainTimes = true;
  org.clients = org.clients.filter((other) => other !== client);
  rematch(org);
  return true;
};

/** Sorts newest first. */
export const sortNewestFirst = <T extends { createdAt: number; id: string }>(
  things: readonly T[],
): T[] => things.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));

/** Finds by crmEntityId, which overrides email; by email, case-sensitively, the newest. */
export const findClient = (
  org: Organization,
  { crmEntityId, email }: { crmEntityId?: string; email?: string },
): Client | undefined =>
  crmEntityId === undefined
    ? sortNewestFirst(org.clients).find((client) => client.email === email)
    : findHolder(org, crmEntityId);
