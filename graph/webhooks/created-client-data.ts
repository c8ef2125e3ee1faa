import { type ClientRow, loadClientsByIds } from "../../db/clients/client.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { formatOptionalTime } from "./event-texts.js";
import type { EventData } from "./event-definition.js";
import {
  loadRecordingEventSource,
  recordingEventFields,
  type RecordingEventSource,
} from "./recording-data.js";

/** Builds the client as /v1/clients returns it. */
const buildClient = (client: ClientRow) => ({
  id: client.id,
  name: client.name,
  email: client.email,
  crmEntityId: client.crmEntityId,
  address: client.address,
  insights: JSON.parse(client.insights) as unknown,
  insightsUpdatedAt: formatOptionalTime(client.insightsUpdatedAt),
  notes: client.notes,
  createdAt: formatOptionalTime(client.createdAt),
  updatedAt: formatOptionalTime(client.updatedAt),
});

/** A recording with the client that a rep created for it. */
export const createdClientData: EventData<
  RecordingRow,
  RecordingEventSource & { client: ClientRow }
> = {
  load: async (trx, context, recording) => {
    const ids = [recording.createdClientId!];
    const [client] = await loadClientsByIds(trx, context.organizationId, ids);
    return { ...(await loadRecordingEventSource(trx, context, recording)), client: client! };
  },
  fields: {
    ...recordingEventFields,
    client: { schema: { like: "Client" }, value: ({ client }) => buildClient(client) },
    integration: {
      schema: {
        type: "object",
        properties: { entity: { description: "The client's details as the rep entered them." } },
        required: ["entity"],
      },
      value: ({ recording }) => ({ entity: JSON.parse(recording.createdClientEntity!) as unknown }),
    },
  },
};
