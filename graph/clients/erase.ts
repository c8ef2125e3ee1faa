import { clearClientAppointments } from "../../db/appointments/clear.js";
import { type ClientRow, deleteClient, detachClient } from "../../db/clients/client.js";
import {
  eraseInboundCallsByIds,
  type InboundCustomerTexts,
  listInboundCallsWithText,
} from "../../db/dialers/inbound-calls.js";
import type { Db } from "../../db/engine/connect.js";
import { listRecordingIdsByClient } from "../../db/recordings/list.js";
import { audit } from "../core/audit.js";
import type { Context } from "../core/context.js";
import type { Effects } from "../core/effects.js";
import { eraseAndRematch } from "../recordings/erase.js";

type ClientNames = Pick<ClientRow, "crmEntityId" | "email">;

/** Returns the customer in the JSON text of a call; undefined for a text that isn't JSON. */
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
  // A body that isn't JSON can name any customer, and no replay can use it.
  if (customer === undefined) return true;
  if (customer === null) return false;
  return typeof customer.id === "string"
    ? customer.id === crmEntityId
    : email !== null && customer.email === email;
};

/** Erases the received calls that name the client and belong to none of its recordings, such as refused ones. */
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

/**
 * Erases a client: its recordings, the texts of its appointments, which stay, and the received calls that name
 * it. The audit log keeps the id and the number of recordings.
 */
export const eraseClient = async (
  trx: Db,
  context: Context,
  effects: Effects,
  client: ClientRow,
): Promise<void> => {
  const { organizationId } = context;
  const { id } = client;
  effects.erasures.push({ kind: "client", id });
  const recordingIds = await listRecordingIdsByClient(trx, organizationId, id);
  // Before the erasures, which remove the matches that assign appointments without a customer's id.
  await clearClientAppointments(trx, organizationId, id, context.now());
  // An erasure unmatches appointments: none of them may pass this client on to another call.
  await detachClient(trx, organizationId, id);
  for (const recordingId of recordingIds) await eraseAndRematch(trx, context, effects, recordingId);
  await eraseReceivedCalls(trx, organizationId, client);
  await deleteClient(trx, organizationId, id);
  await audit(trx, context, {
    action: "client.deleted",
    subject: id,
    recordings: recordingIds.length,
  });
};
