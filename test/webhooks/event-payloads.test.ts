import {
  listDeliveryLog,
  loadNewestPayload,
  PAYLOAD_FIELDS,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";
import { completeAnalysis, pushAppointment } from "../helpers/appointments/push-appointment.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import { test } from "../helpers/paused-suite.js";
import type { Tenant } from "../helpers/server.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;

/** Creates a recording of a customer's matched call, with all that an analysis can contain. */
const createFullRecording = async (org: Tenant): Promise<string> => {
  await pushAppointment(org, { event_id: "job/7 ü" });
  const { id: templateId, questions } = await createTemplate(org, "Greeted?", "Priced?", "Booked?");
  const [first, second] = questions;
  return org.createProcessed(
    {
      name: "Roof visit",
      event_id: "job/7 ü",
      customer: { id: "c-1", name: "Ann" },
      duration_ms: 90_500,
      custom_fields: { plan: "gold", nested: { a: [1, null, { b: true }] } },
    },
    {
      summary: "They talked.",
      notes: "Call back.\nSoon.",
      coaching: "Ask more.",
      tags: ["roof"],
      actionItems: [
        { text: "Send an offer", kind: "client", assignee: "Ann" },
        { text: "Measure" },
        { text: "Order tiles", kind: "explicit", completed: true },
      ],
      templateId,
      process: {
        summary: "Well done.",
        answers: [
          { questionId: first!.id, answer: "Warmly", yes: true },
          { questionId: second!.id, yes: true },
        ],
      },
    },
  );
};

test("recording.processed has all fields of the recording, as the contract defines them", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org);
  const id = await createFullRecording(org);
  const { recording } = (await org.get(`/v1/recordings/${id}`)).body;
  const [{ payload }] = await listDeliveryLog(org);
  const data = {
    plan: "gold",
    nested: { a: [1, null, { b: true }] },
    id,
    name: "Roof visit",
    actionItems:
      "Action items from meeting\n- Measure\n- Order tiles\n\nClient action items\n- Send an offer",
    notes: "Call back.\nSoon.",
    meetingUrl: recording.recording,
    process:
      "Q: Greeted?\nA: Warmly\n\nQ: Priced?\nA: Yes\n\nQ: Booked?\nA: not answered\n\nWell done.",
    processFollowed: 2,
    processMissed: 1,
    processTotal: 3,
    event_id: "job/7 ü",
    status: "processed",
    createdAt: recording.createdAt,
    duration: 90_500,
    summary: "They talked.",
    userEmail: "rep@example.com",
    clientId: recording.clientId,
  };
  t.is(typeof recording.clientId, "string");
  t.is(recording.recording, `https://debrief.example.com/recordings/${id}`);
  // The exact bytes: custom fields first, then the contract's fields in its order, and nothing else.
  t.is(payload, JSON.stringify({ event: "recording.processed", data }));
});

test("recording.integration_updated has the same fields, with their current values", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org, {
    events: ["recording.processed", "recording.integration_updated"],
  });
  const id = await createFullRecording(org);
  await org.graphql(SYNC, { id });
  await completeAnalysis(org, id, { summary: "Otherwise.", name: "Renamed" });
  await org.graphql(SYNC, { id });
  const [third, second, first] = (await listDeliveryLog(org)).map(({ payload }) =>
    JSON.parse(payload),
  );
  t.deepEqual(second, { ...first, event: "recording.integration_updated" });
  t.like(third.data, {
    id,
    name: "Renamed",
    summary: "Otherwise.",
    notes: "",
    actionItems: "",
    process: "",
    processTotal: 0,
    event_id: "job/7 ü",
    plan: "gold",
  });
});

test("missing values are empty, 0 or null, and event_id is left out", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org);
  const id = await org.createProcessed({ name: "Call" }, { summary: "" });
  const { data } = await loadNewestPayload(org);
  t.deepEqual(Object.keys(data), PAYLOAD_FIELDS);
  t.like(data, {
    id,
    actionItems: "",
    notes: "",
    process: "",
    processFollowed: 0,
    processMissed: 0,
    processTotal: 0,
    duration: 0,
    summary: "",
  });
  t.is(data.clientId, null);
});

for (const [kind, heading] of [
  ["explicit", "Action items from meeting"],
  ["client", "Client action items"],
])
  test(`action items of only the kind ${kind} have only that heading`, async (t) => {
    const { org } = t.context;
    await createWebhookWith(org);
    await org.createProcessed(
      {},
      {
        actionItems: [
          { text: "One", kind },
          { text: "Two", kind },
        ],
      },
    );
    t.is((await loadNewestPayload(org)).data.actionItems, `${heading}\n- One\n- Two`);
  });

test("event_id follows the match, whether exact, window or manual", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org, {
    events: ["recording.processed", "recording.integration_updated"],
  });
  await pushAppointment(org, { event_id: "by-time" });
  const id = await org.createProcessed({ started_at: "2026-03-03T10:01:00Z" });
  t.is((await loadNewestPayload(org)).data.event_id, "by-time");
  await org.graphql(`mutation ($id: ID!) { unlinkAppointment(recordingId: $id) { id } }`, { id });
  await org.graphql(SYNC, { id });
  t.false("event_id" in (await loadNewestPayload(org)).data);
  await pushAppointment(org, { event_id: "by-hand", start_time: "2027-03-03T10:00:00Z" });
  const link = `mutation ($id: ID!) { linkAppointment(recordingId: $id, eventId: "by-hand") { id } }`;
  await org.graphql(link, { id });
  await org.graphql(SYNC, { id });
  t.is((await loadNewestPayload(org)).data.event_id, "by-hand");
});

test("a stored payload doesn't change with the recording, its user or its client", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org);
  const id = await createFullRecording(org);
  const [{ payload }] = await listDeliveryLog(org);
  await completeAnalysis(org, id, { summary: "Otherwise.", customFields: { plan: "none" } });
  await org.graphql(`mutation ($id: ID!) { unlinkAppointment(recordingId: $id) { id } }`, { id });
  await org.createUser("rep@example.com", { name: "Renamed", active: false });
  const { clients } = (await org.get("/v1/clients")).body;
  const update = `mutation ($id: ID!) { updateClient(id: $id, input: { name: "Renamed" }) { id } }`;
  await org.graphql(update, { id: clients[0].id });
  t.is((await listDeliveryLog(org))[0].payload, payload);
});
