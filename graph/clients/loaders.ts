import { loadClientPhones } from "../../db/clients/client-phones.js";
import { loadClientsByIds } from "../../db/clients/client.js";
import { listRecordingsByClients } from "../../db/recordings/list.js";
import { createManyLoader, createOneLoader, createPageLoader } from "../context/loaders.js";

export const clientLoader = createOneLoader(loadClientsByIds, (row) => row.id);
export const clientPhonesLoader = createManyLoader(loadClientPhones, (row) => row.clientId);
export const recordingsOfClientsLoader = createPageLoader(
  (db, organizationId, clientIds, limit, after) =>
    listRecordingsByClients(db, organizationId, clientIds, {
      status: "processed",
      limit,
      ...(after && { before: after.time }),
    }),
  (row) => row.clientId,
);
