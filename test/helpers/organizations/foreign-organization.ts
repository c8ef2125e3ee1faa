import { findActionItem } from "../analysis/action-items.js";
import { createClip, createClipLink, createPlaylist } from "../clips/clips.js";
import { saveView } from "../views/views.js";
import { addComment } from "../comments/comments.js";
import { addCalendar } from "../calendars/add-calendar.js";
import { createNamedKey } from "../sign-in/named-keys.js";
import { waitForDeliveries } from "../webhooks/deliveries.js";
import { listInboundCalls } from "../dialers/dialers.js";
import type { SampleIds } from "../graphql/operations.js";
import { pushAppointment } from "../appointments/push-appointment.js";
import type { Answer, Tenant, SharedServer } from "../server.js";
import { createTemplate } from "../analysis/templates.js";
import { createTracker } from "../trackers/trackers.js";
import { loadDeliveryPage, insertFailedDelivery } from "../webhooks/webhooks.js";

/** Returns everything observable in a response, except its request ID and date. */
export const withoutRequestId = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== "x-request-id" && name !== "date"),
});

export const sendGraphqlAs = async (
  server: SharedServer,
  org: Tenant,
  query: string,
  variables: object = {},
): Promise<Answer> =>
  server.fetch("/graphql", {
    method: "POST",
    headers: {
      authorization: `Bearer ${org.internalToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ query, variables }),
  });

export interface ForeignNames extends SampleIds {
  user: string;
  event: string;
  customer: string;
  question: string;
  appointmentCursor: string;
  clientCursor: string;
  deliveryCursor: string;
}

const insertWebhook = async ({ services }: SharedServer, org: Tenant): Promise<string> => {
  const id = services.newId();
  const times = { created_at: 0, updated_at: 0 };
  const fields = { url: "https://hooks.example.com/", source_trigger: "all", events: "[]" };
  await services
    .db("webhooks")
    .insert({ organization_id: org.id, id, active: 1, secret: "sealed", ...fields, ...times });
  return id;
};

/** Creates an organization with unique external IDs. */
export const createForeignOrganization = async (
  server: SharedServer,
): Promise<{ other: Tenant; names: ForeignNames }> => {
  const other = await server.createTenant("Another");
  const user = await other.createUser("foreign@example.com");
  const customer = { id: "foreign", email: "foreign@example.com" };
  const event = "foreign";
  await pushAppointment(other, { event_id: event, user_email: user, customer });
  await pushAppointment(other, {
    event_id: "second",
    user_email: user,
    customer: { id: "second" },
  });
  const template = await createTemplate(other, "Was there a greeting?");
  const upsert = `mutation { upsertTeam(input: { name: "North", members: [] }) { id } }`;
  const webhook = await insertWebhook(server, other);
  const delivery = await insertFailedDelivery(server, other, webhook);
  await insertFailedDelivery(server, other, webhook);
  const processedRecording = await other.createProcessed(
    { user_email: user, customer, duration_ms: 60_000 },
    { tags: ["foreign"], actionItems: [{ text: "Foreign" }] },
  );
  const { id: clip } = await createClip(other, processedRecording, { authorEmail: user });
  const names = {
    user,
    event,
    customer: customer.id,
    recording: await other.ingestCall({ call_id: "foreign", user_email: user }),
    processedRecording,
    commentedRecording: processedRecording,
    actionItem: await findActionItem(other, processedRecording),
    judgedRecording: processedRecording,
    comment: (await addComment(other, processedRecording, { authorEmail: user })).id,
    clip,
    clipLink: await createClipLink(other, clip, user),
    playlist: await createPlaylist(other, [], { authorEmail: user }),
    view: await saveView(other, { authorEmail: user }),
    client: (await other.get("/v1/clients?crmEntityId=foreign")).body.clients[0].id,
    team: (await other.graphql(upsert)).upsertTeam.id,
    template: template.id,
    tracker: await createTracker(other, ["foreign"]),
    question: template.questions[0]!.id,
    webhook,
    delivery,
    appointmentCursor: (await other.get("/v1/scheduled-tasks?limit=1")).body.nextCursor,
    deliveryCursor: (await loadDeliveryPage(other, { first: 1 })).nextCursor,
    clientCursor: (await other.get("/v1/clients?limit=1")).body.nextCursor,
    namedKey: (await createNamedKey(other)).namedKey.id,
    calendar: await addCalendar(other, "http://127.0.0.1:9/a.ics", user),
  };
  // Unfinished deliveries would change on their own.
  await waitForDeliveries(other);
  return { other, names: { ...names, inboundCall: (await listInboundCalls(other))[0].id } };
};

/** Builds names in the same format that don't exist in any organization. */
export const createUnknownNames = (
  { services }: SharedServer,
  names: ForeignNames,
): ForeignNames => {
  const ids = Object.keys(names).map((key) => [key, services.newId()]);
  return {
    ...(Object.fromEntries(ids) as ForeignNames),
    user: "unknown@example.com",
    event: "unknown",
    customer: "unknown",
    appointmentCursor: "unknown",
    clientCursor: "unknown",
    deliveryCursor: "unknown",
  };
};
