import { clearClientAppointments } from "../../db/appointments/clear.js";
import {
  type ClientRow,
  deleteClient,
  detachClient,
  loadClientsByIds,
  updateClient,
} from "../../db/clients/client.js";
import { deleteClientPhones, loadClientPhones } from "../../db/clients/client-phones.js";
import { beginClientErasure, endClientErasure } from "../../db/clients/erasures.js";
import {
  eraseInboundCallsByIds,
  type InboundCustomerTexts,
  listInboundCallsWithText,
} from "../../db/dialers/inbound-calls.js";
import { deleteUnmappedCallsOfCustomer } from "../../db/dialers/unmapped-calls.js";
import type { Db } from "../../db/engine/connect.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import { mutate } from "../context/mutate.js";
import { eraseAndRematch } from "../recordings/erase.js";

/** All other writers wait for a change, and a client can have thousands of recordings. */
const MAX_CHANGE_MS = 20;

const ERASED = {
  name: null,
  email: null,
  crmEntityId: null,
  address: null,
  notes: null,
  insights: "{}",
};

type ClientNames = Pick<ClientRow, "crmEntityId" | "email">;

/** Returns the customer from the JSON text of a call; undefined for a text that isn't JSON. */
const parseCustomer = (text: string): { id?: unknown; email?: unknown } | null | undefined => {
  try {
    return (JSON.parse(text) as { customer?: object } | null)?.customer ?? null;
  } catch {
    return undefined;
  }
};

/** Returns whether a logged call is about the client: by its customer's id, or by the e-mail without an id. */
const isAboutClient = (
  { parsedCall, payload }: InboundCustomerTexts,
  { crmEntityId, email }: ClientNames,
): boolean => {
  const customer = parseCustomer(parsedCall ?? payload ?? "");
  // A body that isn't JSON may name any customer, and no replay can use it.
  if (customer === undefined) return true;
  if (customer === null) return false;
  return typeof customer.id === "string"
    ? customer.id === crmEntityId
    : email !== null && customer.email === email;
};

/** Erases received calls, such as refused ones, that name the client but belong to none of its recordings. */
const eraseReceivedCalls = async (
  trx: Db,
  organizationId: string,
  client: ClientNames,
): Promise<void> => {
  const texts = [client.crmEntityId, client.email].filter((text) => text !== null && text !== "");
  const calls = await listInboundCallsWithText(trx, organizationId, texts as string[]);
  const ids = calls.filter((call) => isAboutClient(call, client)).map(({ id }) => id);
  await eraseInboundCallsByIds(trx, organizationId, ids);
};

/** Deletes the calls of the client that wait for their user, with their files. */
const eraseUnmappedCalls = async (
  trx: Db,
  organizationId: string,
  effects: Effects,
  { id, crmEntityId, email }: ClientRow,
): Promise<void> => {
  const phones = (await loadClientPhones(trx, organizationId, [id])).map(({ phone }) => phone);
  const customer = { crmEntityId, email, phones };
  for (const file of await deleteUnmappedCallsOfCustomer(trx, organizationId, customer)) {
    effects.filesToDelete.push(file);
    effects.erasures.push({ kind: "media", id: file });
  }
};

/**
 * Erases everything that names a client, except its recordings, and returns the recordings' ids. Writes the ids to the
 * database and the journal before the first deletion: a rematch may unlink a recording meanwhile, a failed erasure can
 * be run again, and a killed process erases the rest at its next start.
 */
const eraseClientItself = async (
  trx: Db,
  { organizationId, now }: Context,
  effects: Effects,
  client: ClientRow,
): Promise<string[]> => {
  const { id } = client;
  const recordingIds = await beginClientErasure(trx, organizationId, id);
  effects.erasures.push({ kind: "client", id });
  // One by one: a function call accepts about 100,000 arguments.
  for (const recordingId of recordingIds)
    effects.erasures.push({ kind: "recording", id: recordingId });
  // Before the erasures: they remove the matches that link appointments without a customer's id.
  await clearClientAppointments(trx, organizationId, id, now());
  // An erasure unmatches appointments, which must not pass this client on to another call.
  await detachClient(trx, organizationId, id);
  await eraseReceivedCalls(trx, organizationId, client);
  await eraseUnmappedCalls(trx, organizationId, effects, client);
  await deleteClientPhones(trx, organizationId, id);
  // A call that arrives during the erasure gets a new client.
  await updateClient(trx, organizationId, id, ERASED);
  return recordingIds;
};

/** The progress of an erasure. */
interface Progress {
  /** The remaining recordings. */
  recordingIds: readonly string[];
  /** True once the client and all of its recordings are erased. */
  isDone: boolean;
}

/** Erases recordings for at most MAX_CHANGE_MS; once none are left, erases the client. */
const eraseNext = async (
  trx: Db,
  context: Context,
  effects: Effects,
  id: string,
  { recordingIds }: Progress,
): Promise<Progress | undefined> => {
  const { organizationId } = context;
  const deadline = performance.now() + MAX_CHANGE_MS;
  const isListed = recordingIds.length > 0;
  let left = recordingIds;
  if (!isListed) {
    const [client] = await loadClientsByIds(trx, organizationId, [id]);
    if (!client) return undefined;
    left = await eraseClientItself(trx, context, effects, client);
  }
  let ended = 0;
  while (ended < left.length && (ended === 0 || performance.now() < deadline)) {
    await eraseAndRematch(trx, context, effects, left[ended]!);
    ended += 1;
  }
  const isDone = !isListed && ended === left.length;
  if (isDone) {
    await deleteClient(trx, organizationId, id);
    const recordings = await endClientErasure(trx, organizationId, id);
    await audit(trx, context, { action: "client.deleted", subject: id, recordings });
  }
  return { recordingIds: left.slice(ended), isDone };
};

/**
 * Erases a client, its recordings and the received calls that name it. Its appointments stay, without their texts. The
 * audit log keeps the id and the number of recordings. Splits the work into several transactions, so that other writers
 * can run in between. Returns false if the client doesn't exist.
 */
export const eraseClient = async (context: Context, id: string): Promise<boolean> => {
  let progress: Progress = { recordingIds: [], isDone: false };
  for (let hasBegun = false; !progress.isDone; hasBegun = true) {
    const before = progress;
    const after = await mutate(context, (trx, effects) =>
      eraseNext(trx, context, effects, id, before),
    );
    // A concurrent erasure of the client may have finished first.
    if (!after) return hasBegun;
    progress = after;
  }
  return true;
};
