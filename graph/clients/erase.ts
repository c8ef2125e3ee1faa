import { type ClientRow, deleteClient, detachClient } from "../../db/clients/client.js";
import type { Db } from "../../db/engine/connect.js";
import { listRecordingIdsByClient } from "../../db/recordings/list.js";
import type { Context } from "../core/context.js";
import type { Effects } from "../core/effects.js";
import { eraseAndRematch } from "../recordings/erase.js";

/** Erases a client and all its recordings. */
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
  // An erasure unmatches appointments: none of them may pass this client on to another call.
  await detachClient(trx, organizationId, id);
  for (const recordingId of recordingIds) await eraseAndRematch(trx, context, effects, recordingId);
  await deleteClient(trx, organizationId, id);
};
