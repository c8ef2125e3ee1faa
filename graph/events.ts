import type { ActionItemRow, AnswerRow } from "../db/analysis.js";
import { actionItemsOf, answersOf } from "../db/analysis.js";
import { appointmentsOfRecordings } from "../db/appointments.js";
import { type ClientRow, clientsByIds } from "../db/clients.js";
import type { Db } from "../db/connect.js";
import { insertDeliveries, insertEvent, unsent } from "../db/deliveries.js";
import type { RecordingRow } from "../db/recordings.js";
import { usersByIds } from "../db/users.js";
import { activeWebhooks, type WebhookRow } from "../db/webhooks.js";
import type { Context } from "./context.js";
import { recordingUrl } from "./links.js";

export const eventNames = [
  "recording.processed",
  "recording.integration_updated",
  "client.created",
] as const;

export type EventName = (typeof eventNames)[number];

const time = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

/** The action items as one text: a heading for each kind that there is, and a line for each item. */
export const actionItemsText = (items: readonly ActionItemRow[]): string =>
  [
    { kind: "explicit", heading: "Action items from meeting" },
    { kind: "client", heading: "Client action items" },
  ]
    .map(({ kind, heading }) => ({ heading, of: items.filter((item) => item.kind === kind) }))
    .filter(({ of }) => of.length > 0)
    .map(({ heading, of }) => [heading, ...of.map((item) => `- ${item.text}`)].join("\n"))
    .join("\n\n");

/** The process as one text: a question and its answer each, then the summary. */
export const processText = (answers: readonly AnswerRow[], summary: string | null): string =>
  [
    ...answers.map(
      ({ question, answer, yes }) => `Q: ${question}\nA: ${answer ?? (yes ? "Yes" : "No")}`,
    ),
    ...(summary ? [summary] : []),
  ].join("\n\n");

/** A client as /v1/clients shows it. */
const clientData = (client: ClientRow) => ({
  id: client.id,
  name: client.name,
  email: client.email,
  crmEntityId: client.crmEntityId,
  address: client.address,
  insights: JSON.parse(client.insights) as unknown,
  insightsUpdatedAt: time(client.insightsUpdatedAt),
  notes: client.notes,
  createdAt: time(client.createdAt),
  updatedAt: time(client.updatedAt),
});

/** What every event says of its recording. `event_id` is there only if it is matched. */
const recordingData = async (trx: Db, context: Context, recording: RecordingRow) => {
  const { organizationId } = context;
  const ids = [recording.id];
  const items = await actionItemsOf(trx, organizationId, ids);
  const answers = await answersOf(trx, organizationId, ids);
  const [appointment] = await appointmentsOfRecordings(trx, organizationId, ids);
  const [user] = await usersByIds(trx, organizationId, [recording.userId]);
  const total = recording.processTotal ?? 0;
  const followed = recording.processFollowed ?? 0;
  return {
    id: recording.id,
    name: recording.name,
    actionItems: actionItemsText(items),
    notes: recording.notes ?? "",
    meetingUrl: recordingUrl(context, recording.id),
    process: processText(answers, recording.processSummary),
    processFollowed: followed,
    processMissed: total - followed,
    processTotal: total,
    event_id: appointment?.eventId,
    status: recording.status,
    createdAt: time(recording.createdAt),
    duration: recording.duration,
    summary: recording.summary ?? "",
    userEmail: user!.email,
    clientId: recording.clientId,
  };
};

export type RecordingData = Awaited<ReturnType<typeof recordingData>>;

/** The envelope's bytes. Custom fields come first, and never in the place of a field of ours. */
export const payloadOf = (event: EventName, customFields: object, data: object): string => {
  const own = Object.entries(customFields).filter(([name]) => !Object.hasOwn(data, name));
  return JSON.stringify({ event, data: { ...Object.fromEntries(own), ...data } });
};

/** Whether an active webhook gets the event; its trigger filters recording.processed only. */
const isReceiver = (
  webhook: WebhookRow,
  event: EventName,
  source: RecordingRow["source"],
): boolean => {
  const listed = JSON.parse(webhook.events) as string[];
  if (event !== "recording.processed") return listed.includes(event);
  return (
    (listed.length === 0 || listed.includes(event)) && ["all", source].includes(webhook.trigger)
  );
};

const write = async (
  trx: Db,
  context: Context,
  event: EventName,
  recording: RecordingRow,
  payload: string,
): Promise<void> => {
  const { organizationId } = context;
  const now = context.now();
  const eventId = context.newId();
  await insertEvent(trx, organizationId, {
    id: eventId,
    event,
    recordingId: recording.id,
    payload,
    test: false,
    now,
  });
  const webhooks = await activeWebhooks(trx, organizationId);
  const deliveries = webhooks
    .filter((webhook) => isReceiver(webhook, event, recording.source))
    .map((webhook) => {
      const id = context.newId();
      return {
        ...unsent,
        id,
        eventId,
        event,
        webhookId: webhook.id,
        recordingId: recording.id,
        messageId: id,
        redeliveryOf: null,
        url: webhook.url,
        createdAt: now,
      };
    });
  await insertDeliveries(trx, organizationId, deliveries);
  context.mail.push(...deliveries.map(({ webhookId }) => webhookId));
};

/**
 * Writes down that something happened to a recording, with the bytes that will be sent and a delivery
 * for each webhook that gets it: in the transaction of the change, or it did not happen.
 */
export const emit = async (
  trx: Db,
  context: Context,
  event: Exclude<EventName, "client.created">,
  recording: RecordingRow,
): Promise<void> => {
  const data = await recordingData(trx, context, recording);
  const payload = payloadOf(event, JSON.parse(recording.customFields) as object, data);
  await write(trx, context, event, recording, payload);
};

/** The event of a recording whose client a rep created: in the place of recording.processed. */
export const emitClientCreated = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
): Promise<void> => {
  const { createdClientId, createdClientEntity } = recording;
  const [client] = await clientsByIds(trx, context.organizationId, [createdClientId!]);
  const data = {
    ...(await recordingData(trx, context, recording)),
    client: clientData(client!),
    integration: { entity: JSON.parse(createdClientEntity!) as unknown },
  };
  const custom = JSON.parse(recording.customFields) as object;
  await write(trx, context, "client.created", recording, payloadOf("client.created", custom, data));
};
