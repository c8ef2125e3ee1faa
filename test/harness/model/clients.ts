import { found, invalid, Refusal, sent } from "./inputs.js";
import { erase, settle } from "./matching.js";
import {
  type Client,
  type Customer,
  newId,
  type Organization,
  type Recording,
  type World,
} from "./world.js";

const newClient = (world: World, org: Organization, fields: Partial<Client>): Client => {
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
    ...sent(fields),
  };
  org.clients.push(client);
  return client;
};

const holderOf = (org: Organization, crmEntityId: string): Client | undefined =>
  org.clients.find((client) => client.crmEntityId === crmEntityId);

/**
 * The client whose crmEntityId is the customer's id, made if there is none. What the client lacks is filled,
 * what is there is never overwritten.
 */
export const clientOfCustomer = (
  world: World,
  org: Organization,
  customer: Partial<Customer> | null,
): Client | null => {
  if (!customer?.id) return null;
  const { id: crmEntityId, name, email, location: address } = customer;
  const client = holderOf(org, crmEntityId);
  if (!client) return newClient(world, org, { crmEntityId, ...sent({ name, email, address }) });
  const gaps = Object.entries({ name, email, address }).filter(
    ([field, value]) => value && !client[field as "name"],
  );
  if (gaps.length > 0) Object.assign(client, Object.fromEntries(gaps), { updatedAt: world.now });
  return client;
};

/** createClient's, else that of the call's customer, else that of the matched appointment. */
export const clientOf = (org: Organization, recording: Recording): Client | null =>
  recording.createdClient ??
  recording.customerClient ??
  org.matches.find((match) => match.recording === recording)?.appointment.client ??
  null;

const checkHolder = (org: Organization, id: string | null | undefined, own?: Client): void => {
  if (id === "") throw invalid("crmEntityId");
  const holder = typeof id === "string" ? holderOf(org, id) : undefined;
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

/** A rep makes a client for a recording that is not processed yet. */
export const createClient = (world: World, org: Organization, input: ClientInput): Client => {
  if (input.name === "") throw invalid("name");
  const { recordingId, entity, ...entered } = input;
  const recording = found(
    org.recordings.find(({ id }) => id === recordingId),
    "Recording",
  );
  if (recording.status === "processed" || recording.createdClient) throw new Refusal("CONFLICT");
  checkHolder(org, input.crmEntityId);
  const client = newClient(world, org, entered);
  Object.assign(recording, {
    createdClient: client,
    entity: entity ?? sent(entered),
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

const existing = (org: Organization, id: string): Client =>
  found(
    org.clients.find((client) => client.id === id),
    "Client",
  );

/** Changes what is sent; null clears. */
export const updateClient = (
  world: World,
  org: Organization,
  id: string,
  { insights, ...texts }: ClientPatch,
): Client => {
  const client = existing(org, id);
  checkHolder(org, texts.crmEntityId, client);
  return Object.assign(client, sent(texts), {
    ...(insights !== undefined && { insights: insights ?? {}, insightsUpdatedAt: world.now }),
    updatedAt: world.now,
  });
};

/** Its recordings go with it; appointments and other recordings let go of it. */
export const deleteClient = (org: Organization, id: string): true => {
  const client = existing(org, id);
  const recordings = org.recordings.filter((recording) => clientOf(org, recording) === client);
  for (const recording of org.recordings)
    if (recording.customerClient === client) recording.customerClient = null;
  for (const appointment of org.appointments)
    if (appointment.client === client) appointment.client = null;
  for (const recording of recordings) erase(org, recording);
  org.hasTouched = true;
  org.clients = org.clients.filter((other) => other !== client);
  settle(org);
  return true;
};

/** Newest first. */
export const newestFirst = <T extends { createdAt: number; id: string }>(
  things: readonly T[],
): T[] => things.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));

/** crmEntityId overrides email; by email the newest of those who share it, and case counts. */
export const lookUp = (
  org: Organization,
  { crmEntityId, email }: { crmEntityId?: string; email?: string },
): Client | undefined =>
  crmEntityId === undefined
    ? newestFirst(org.clients).find((client) => client.email === email)
    : holderOf(org, crmEntityId);
