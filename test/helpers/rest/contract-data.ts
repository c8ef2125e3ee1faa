import { findActionItem } from "../analysis/action-items.js";
import { sampleTexts } from "../analysis/analysis-texts.js";
import { createClip } from "../clips/clips.js";
import { addComment, EDIT, REPLY, RESOLVE } from "../comments/comments.js";
import type { KnownIds } from "./contract-expectations.js";
import { createTemplate } from "../analysis/templates.js";
import type { Tenant } from "../tenant.js";

const MEANING = "mutation { setMeaningSearch(enabled: true) { enabled } }";
const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const ACTIVITY = `mutation ($email: String!, $input: UserActivityInput!) {
  recordUserActivity(email: $email, input: $input) { email }
}`;
const CLIENT = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

const addWebhook = (org: Tenant, events: string[]) =>
  org.graphql(WEBHOOK, { input: { url: "https://hooks.example.com/", events } });

const loadFirstClientId = async (org: Tenant): Promise<string> =>
  (await org.get("/v1/clients?limit=1")).body.clients[0].id;

const pushAppointmentOrThrow = async (
  org: Tenant,
  event_id: string,
  fields: object,
): Promise<void> => {
  const body = { event_id, user_email: "rep@example.com", ...fields };
  const answer = await org.send("POST", "/v1/scheduled-tasks", body);
  if (answer.status !== 200) throw new Error(answer.text);
};

const dialerTokenOf = (org: Tenant): string => new URL(org.dialerUrl).pathname.split("/").at(-1)!;

/** Fills an organization so that every optional field has a value. Its user is rep@example.com. */
export const createFullData = async (server: { url: string }, org: Tenant): Promise<KnownIds> => {
  await org.createProcessed({ customer: { id: "c-0" } });
  await pushAppointmentOrThrow(org, "e-1", {
    start_time: "2026-03-03T10:00:00Z",
    end_time: "2026-03-03T11:00:00Z",
    title: "Roof",
    customer: { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" },
    metadata: { job: 7 },
  });
  await pushAppointmentOrThrow(org, "e-2", { start_time: "2026-03-04T10:00:00Z" });
  const clientId = await loadFirstClientId(org);
  await org.graphql(CLIENT, { id: clientId, input: { notes: "Dog.", insights: { mood: "good" } } });
  const template = await createTemplate(org, "Was there a greeting?");
  const recordingId = await org.createProcessed(
    {
      event_id: "e-1",
      started_at: "2026-03-03T10:01:00Z",
      custom_fields: { plan: "gold" },
      transcript: [
        { speaker: "A", role: "rep", text: "Hello?", start: 0, end: 900 },
        { speaker: "B", role: "client", text: "Hello.", start: 900, end: 1800 },
      ],
    },
    {
      ...sampleTexts,
      tags: ["roof"],
      actionItems: [
        { text: "Send a quote", assignee: "Robin", due: "2026-03-09" },
        { text: "Call again", assignee: "Robin" },
      ],
      templateId: template.id,
      process: {
        summary: "Followed.",
        answers: [
          {
            questionId: template.questions[0]!.id,
            answer: "Warmly",
            yes: true,
            evidence: "Hello?",
          },
        ],
      },
    },
  );
  const actionItemId = await findActionItem(org, recordingId);
  await org.graphql(
    "mutation ($id: ID!) { updateActionItem(id: $id, input: { completed: true }) { id } }",
    { id: actionItemId },
  );
  await addComment(org, recordingId);
  const mentions = ["rep@example.com"];
  const { id } = await addComment(org, recordingId, { quote: "Hello?", mentions });
  await org.graphql(REPLY, { id, input: { text: "Thanks.", authorEmail: "rep@example.com" } });
  await org.graphql(EDIT, { id, text: "Well greeted." });
  await org.graphql(RESOLVE, { id, resolved: true });
  for (const title of ["A greeting", "An answer"])
    await createClip(org, recordingId, { title, end: 1_800 });
  for (const kind of ["process_ai", "coach_assistant", "recorded", "accessed"])
    await org.graphql(ACTIVITY, { email: "rep@example.com", input: { kind, action: "asked" } });
  await org.graphql(TEAM, { input: { name: "West", members: [{ email: "rep@example.com" }] } });
  await addWebhook(org, ["recording.processed"]);
  await org.graphql(MEANING);
  return {
    recordingId,
    clientId,
    eventId: "e-1",
    freeEventId: "e-2",
    actionItemId,
    dialerToken: dialerTokenOf(org),
    refusingUrl: `${server.url}/nowhere`,
  };
};

/** Fills an organization with one object of each kind and required fields only. */
export const createSparseData = async (server: { url: string }, org: Tenant): Promise<KnownIds> => {
  // The caller becomes inactive, so that the listed user has no activity yet.
  await org.createUser("gone@example.com");
  const recordingId = await org.createProcessed({ user_email: "gone@example.com" });
  const promised = await org.createProcessed(
    { user_email: "gone@example.com", duration_ms: 60_000 },
    { actionItems: [{ kind: "client", text: "Sign" }] },
  );
  await org.createUser("gone@example.com", { active: false });
  await addComment(org, recordingId);
  await createClip(org, promised);
  // The client outlives the appointment that created it.
  await pushAppointmentOrThrow(org, "e-0", {
    start_time: "2026-03-03T10:00:00Z",
    customer: { id: "c-1" },
  });
  await org.send("DELETE", "/v1/scheduled-tasks/e-0");
  const clientId = await loadFirstClientId(org);
  await pushAppointmentOrThrow(org, "e-1", { start_time: "2026-03-03T10:00:00Z" });
  await org.graphql(TEAM, { input: { name: "West", members: [] } });
  await addWebhook(org, []);
  await org.graphql(MEANING);
  return {
    recordingId,
    clientId,
    eventId: "e-1",
    freeEventId: "e-1",
    actionItemId: await findActionItem(org, promised),
    dialerToken: dialerTokenOf(org),
    refusingUrl: `${server.url}/nowhere`,
  };
};
